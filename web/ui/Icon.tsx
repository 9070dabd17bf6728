const paths = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'm6 9.5 6 6 6-6',
  check: 'm5.5 12.5 4.2 4.2 8.8-9.2',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  alert: 'M12 7.5v5.2m0 3.3v.2M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z',
  mail: 'M3.8 6.2h16.4v11.6H3.8zm.4.6 7.8 6 7.8-6',
  profile: 'M12 12.2a3.9 3.9 0 1 0 0-7.8 3.9 3.9 0 0 0 0 7.8Zm-7.4 8c.6-3.6 3.6-5.4 7.4-5.4s6.8 1.8 7.4 5.4',
  logout: 'M13.5 4.2H5.2v15.6h8.3M10 12h10m-3.6-3.7L20 12l-3.6 3.7',
} as const;

export type UiIconName = keyof typeof paths;

type Props = { readonly size?: number } & (
  { readonly name: UiIconName; readonly path?: never } | { readonly name?: never; readonly path: string }
);

/** A line icon, 24 units square, in the colour of the text; always beside words, so hidden from screen readers. */
export function Icon({ name, path = paths[name!], size = 24 }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
