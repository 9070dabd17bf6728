declare module 'virtual:site' {
  /** The site without its funnels: the company, the plans, the languages. */
  const site: import('../web/site.ts').Site;
  export default site;
}

declare module 'virtual:funnel/*' {
  /** A funnel without problems. */
  const funnel: import('./funnel-data.ts').StoryFunnel;
  export default funnel;
}

declare module 'virtual:flow-pages/*' {
  /** What the pages of a funnel without problems show. */
  const data: import('./flow-pages/flow-pages-data.ts').FlowPagesData;
  export default data;
}
