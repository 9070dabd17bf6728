/**
 * Makes the site installable, in this language. Pages of the cabinet come with the links already; a document that began
 * elsewhere, such as at LOGIN, gets them here.
 */
export function linkApp(locale: string): void {
  link('manifest').href = `/app.${locale}.webmanifest`;
  link('apple-touch-icon').href = '/icons/apple-touch-icon.png';
}

function link(rel: string): HTMLLinkElement {
  const there = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
  if (there) return there;
  const made = document.createElement('link');
  made.rel = rel;
  document.head.append(made);
  return made;
}
