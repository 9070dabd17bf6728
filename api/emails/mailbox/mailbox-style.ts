/** The mailbox's one style sheet, in the colours of the site. */
export const mailboxStyle = `
  :root { color-scheme: light dark; --page: #f6f4f8; --surface: #fffefd; --ink: #1f2142; --soft: #575a7a; --line: #e1dfea; --accent: #4552a5; }
  @media (prefers-color-scheme: dark) {
    :root { --page: #12142b; --surface: #1c1f3c; --ink: #f4efe9; --soft: #b9b7cc; --line: #2e3256; --accent: #f3ba8d; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 2rem 1rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.6 Figtree, system-ui, sans-serif; }
  main { max-width: 56rem; margin: 0 auto; }
  h1 { margin: 0 0 0.25rem; font-size: 1.6875rem; line-height: 1.22; letter-spacing: -0.014em; overflow-wrap: anywhere; }
  h2 { margin: 2rem 0 0.75rem; font-size: 1.1875rem; }
  p { margin: 0 0 1.5rem; }
  a { color: var(--accent); }
  a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .soft { color: var(--soft); }
  .mails { margin: 0; padding: 0; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden; }
  .mails li + li { border-top: 1px solid var(--line); }
  .mails a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.875rem 1.25rem; color: inherit; text-decoration: none; }
  .mails a:hover { background: var(--page); }
  .mails a:focus-visible { outline-offset: -3px; }
  .subject { flex: 1 1 16rem; font-weight: 600; }
  .mails .soft { flex: 0 1 auto; font-size: 0.9375rem; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 1.5rem 0 0; font-size: 0.9375rem; }
  dt { color: var(--soft); }
  dd { margin: 0; overflow-wrap: anywhere; }
  iframe { display: block; width: 100%; height: 54rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--page); resize: both; }
  pre { margin: 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); font: 0.9375rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: 0.5rem; } }
`;
