const paths = {
  play: 'M8.2 5.3v13.4c0 .8.9 1.3 1.6.8l9.6-6.7a1 1 0 0 0 0-1.6L9.8 4.5c-.7-.5-1.6 0-1.6.8Z',
  pause:
    'M7 4.8h2.6c.4 0 .8.4.8.8v12.8c0 .4-.4.8-.8.8H7a.8.8 0 0 1-.8-.8V5.6c0-.4.4-.8.8-.8Zm7.4 0H17c.4 0 .8.4.8.8v12.8c0 .4-.4.8-.8.8h-2.6a.8.8 0 0 1-.8-.8V5.6c0-.4.4-.8.8-.8Z',
  stop: 'M7.2 6h9.6c.7 0 1.2.5 1.2 1.2v9.6c0 .7-.5 1.2-1.2 1.2H7.2c-.7 0-1.2-.5-1.2-1.2V7.2C6 6.5 6.5 6 7.2 6Z',
} as const;

/** Filled signs for what plays, pauses and stops; the button around them has the name. */
export function PlayerIcon({ name, size }: { readonly name: keyof typeof paths; readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
