/** A closed lock; always beside words, so hidden from screen readers. */
export function Lock() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6.2 10.8h11.6a1.4 1.4 0 0 1 1.4 1.4v6.2a1.4 1.4 0 0 1-1.4 1.4H6.2a1.4 1.4 0 0 1-1.4-1.4v-6.2a1.4 1.4 0 0 1 1.4-1.4Zm2-.2V7.9a3.8 3.8 0 0 1 7.6 0v2.7" />
    </svg>
  );
}
