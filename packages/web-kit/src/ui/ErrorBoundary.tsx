import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What stands there instead of the broken part. */
  failed: ReactNode;
  onCaught?: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps the breaking of one part of the page inside it. A new `key` shows the part anew. */
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
