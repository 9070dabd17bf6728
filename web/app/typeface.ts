/** Nothing, until the typeface is here and waits to be shown. */
let show = (): void => undefined;

/**
 * Brings the brand's typeface to a first visit. What is painted before it is here has a fallback that is as wide
 * (`web/ui/font.css`): where nothing moves by that, it is shown at once, else when a step or a page takes the place of
 * another.
 */
export async function bringTypeface(): Promise<void> {
  const file = document.querySelector<HTMLLinkElement>('link[as=font]')?.href;
  if (file === undefined || isShown()) return;
  const face = await new FontFace(family, `url(${file})`, { weight: '300 900' }).load();
  const before = heightsOnPage();
  document.fonts.add(face);
  if (heightsOnPage().every((height, index) => Math.abs(height - before[index]!) < 1)) return;
  document.fonts.delete(face);
  const steps = new MutationObserver(() => show());
  show = () => {
    steps.disconnect();
    document.fonts.add(face);
    show = () => undefined;
  };
  steps.observe(document.documentElement, { subtree: true, attributeFilter: ['data-step'] });
}

/** How far down everything stands that the page shows, and how high it is: where a line breaks elsewhere, that is other. */
function heightsOnPage(): readonly number[] {
  return Array.from(document.querySelectorAll('#root :not(svg *)')).flatMap((element) => {
    const { top, height } = element.getBoundingClientRect();
    return [top, height];
  });
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
