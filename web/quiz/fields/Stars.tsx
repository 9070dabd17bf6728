const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8Z';

/** Five full stars, hidden from screen readers: the words beside them say it. */
export function Stars({ className }: { readonly className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 108 20" aria-hidden="true">
      {[0, 22, 44, 66, 88].map((left) => (
        <path key={left} d={star} transform={`translate(${left} 0)`} />
      ))}
    </svg>
  );
}
