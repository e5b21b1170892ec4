import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  failed: ReactNode;
  onCaught?: (error: unknown) => void;
  children: ReactNode;
}

/** A new `key` renders the children again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCaught?.(error);
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.failed : this.props.children;
  }
}
