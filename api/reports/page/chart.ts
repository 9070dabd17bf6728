import type { EChartsCoreOption } from 'echarts/core';
import { html, Html } from '../../platform/html.ts';

/** What a chart needs besides what the library draws. */
export interface ChartFrame {
  /** Unique on the page. */
  readonly id: string;
  /** What those read who can't see it. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly option: EChartsCoreOption;
}

/** Draws a chart as SVG of this size in pixels: no script, no style, colours by the page's custom properties. */
export async function drawChart({ id, title, width, height, option }: ChartFrame): Promise<Html> {
  const { init } = await library();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'inherit', fontSize: 13 }, ...option });
    const drawing = toPlainSvg(chart.renderToSVGString(), id);
    const inside = new Html(drawing.slice(drawing.indexOf('>') + 1));
    return html`<svg
      class="chart"
      role="img"
      aria-labelledby="${id}-title"
      width="${width}"
      height="${height}"
      viewBox="0 0 ${width} ${height}"
    >
      <title id="${id}-title">${title}</title>
      ${inside}
    </svg>`;
  } finally {
    chart.dispose();
  }
}

/** Only what the charts here are made of, and only once a chart is wanted. */
async function library() {
  const [core, { BarChart, LineChart }, { GridComponent }, { SVGRenderer }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([BarChart, LineChart, GridComponent, SVGRenderer]);
  return core;
}

/**
 * What the library writes, as a page with a strict policy takes it: styles are attributes, its own marks are gone, and
 * names of clipping paths are those of this chart, as the library counts them up from chart to chart.
 */
function toPlainSvg(svg: string, id: string): string {
  return svg
    .replaceAll(/<style\b.*?<\/style>/gs, '')
    .replaceAll(/\bzr\d+-/g, `${id}-`)
    .replaceAll(/<[^>]+>/g, (tag) =>
      tag
        .replaceAll(/ (?:ecmeta_\w+|class|xmlns(?::\w+)?|version|baseProfile|xml:space|pointer-events)="[^"]*"/g, '')
        .replace(/ style="([^"]*)"/, (_, style: string) => attributesOf(style)),
    );
}

/** All texts have the page's font; the rest of a style is a presentation attribute of the same name. */
function attributesOf(style: string): string {
  const declarations = style.split(';').map((each) => each.split(':'));
  return declarations
    .filter(([name = '']) => name !== '' && name !== 'font-family')
    .map(([name = '', value = '']) => ` ${name}="${value.trim()}"`)
    .join('');
}
