import styles from './Avatars.module.css';

/** Four small portraits in a row, each over the last. Decoration: the words beside them say what they mean. */
export function Avatars({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 112 36" aria-hidden="true">
      <g transform="translate(18 18)">
        <circle className={`${styles.rim} ${styles.dusk}`} r="17" />
        <path className={styles.umber} d="M-8.5 3c-1.5-12 3-15 8.5-15s10 3 8.5 15c-.5 4-2 7-2 7h-13s-1.5-3-2-7Z" />
        <path className={styles.sand} d="M-10 15.5C-8.5 9.5-4 8.5 0 8.5s8.5 1 10 7A18 18 0 0 1-10 15.5Z" />
        <path className={styles.honey} d="M-2.5 4h5v5.5q-2.5 2.5-5 0Z" />
        <ellipse className={styles.honey} cy="-1.5" rx="5.8" ry="6.8" />
        <path className={styles.umber} d="M-6.3-2C-5-7-1-7.5 1.5-6.5 4-5.5 6-4.5 6.3-2 7.5-9 3-11 0-11s-7.5 2-6.3 9Z" />
      </g>
      <g transform="translate(43 18)">
        <circle className={`${styles.rim} ${styles.dawn}`} r="17" />
        <path className={styles.night} d="M-10.5 15C-9 9.5-4.5 8.5 0 8.5s9 1 10.5 6.5A18 18 0 0 1-10.5 15Z" />
        <path className={styles.cocoa} d="M-2.6 3.5h5.2v6q-2.6 2.2-5.2 0Z" />
        <ellipse className={styles.cocoa} cy="-2" rx="5.9" ry="7" />
        <path
          className={styles.ink}
          d="M-6.4-2.5C-7.5-9.5-3.5-11.8 0-11.8S7.5-9.5 6.4-2.5C5.5-6.5 3-7.5 0-7.5s-5.5 1-6.4 5Z"
        />
      </g>
      <g transform="translate(68 18)">
        <circle className={`${styles.rim} ${styles.mist}`} r="17" />
        <circle className={styles.silver} cy="-10" r="3.8" />
        <path className={styles.rose} d="M-10 15.5C-8.5 9.5-4 8.5 0 8.5s8.5 1 10 7a18 18 0 0 1-20 0Z" />
        <path className={styles.peach} d="M-2.5 4h5v5.5q-2.5 2.5-5 0Z" />
        <ellipse className={styles.peach} cy="-1.5" rx="5.8" ry="6.8" />
        <path className={styles.silver} d="M-6.5 0C-8-8-3.5-10.5 0-10.5S8-8 6.5 0C6-4 4.5-6 2-6.8-1-4.5-5-4.5-6.5 0Z" />
      </g>
      <g transform="translate(93 18)">
        <circle className={`${styles.rim} ${styles.blush}`} r="17" />
        <path className={styles.ink} d="M-8 6C-11-3-8-12 0-12S11-3 8 6c-.5 2-3 3-4 3h-8c-1 0-3.5-1-4-3Z" />
        <path className={styles.sand} d="M-10 15.5C-8.5 9.5-4 8.5 0 8.5s8.5 1 10 7a18 18 0 0 1-20 0Z" />
        <path className={styles.umberSkin} d="M-2.5 4h5v5.5q-2.5 2.5-5 0Z" />
        <ellipse className={styles.umberSkin} cy="-1.2" rx="5.6" ry="6.6" />
        <path
          className={styles.ink}
          d="M-6.3-1.5C-6.5-7-3.5-9 0-9s6.5 2 6.3 7.5C4.5-3 3-4.5 0-6.5c-2 2.2-4.3 3.2-6.3 5Z"
        />
      </g>
    </svg>
  );
}
