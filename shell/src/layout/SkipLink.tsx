import css from './Layout.module.css';

/** The first stop of the keyboard: past header and navigation, to the page itself. */
export function SkipLink() {
  return (
    <a className={css.skip} href="#content">
      Skip to content
    </a>
  );
}
