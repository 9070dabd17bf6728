/** Nothing, until the typeface is here and waits to be shown. */
let show = (): void => undefined;

/**
 * Brings the brand's typeface to a first visit. What is painted before it is here has the system's (`web/ui/font.css`); it
 * is shown when a step or a page takes the place of another, so that nothing that is being read moves or changes.
 */
export async function bringTypeface(): Promise<void> {
  const file = document.querySelector<HTMLLinkElement>('link[as=font]')?.href;
  if (file === undefined || isShown()) return;
  const face = await new FontFace(family, `url(${file})`, { weight: '300 900' }).load();
  const steps = new MutationObserver(() => show());
  show = () => {
    steps.disconnect();
    document.fonts.add(face);
    show = () => undefined;
  };
  steps.observe(document.documentElement, { subtree: true, attributeFilter: ['data-step'] });
}

/** A page is about to be painted in the place of another. */
export const showTypeface = (): void => show();

const family = 'Figtree';

/** Whether text is painted in it, as on later visits: it is wider or narrower than what would stand in for it. */
function isShown(): boolean {
  const pen = document.createElement('canvas').getContext('2d');
  const widthIn = (font: string) => {
    pen!.font = `99px ${font}`;
    return pen!.measureText('mountains').width;
  };
  return pen !== null && widthIn(`${family}, monospace`) !== widthIn('monospace');
}
