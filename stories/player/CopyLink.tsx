import { useState } from 'react';

/** Copies a link to the moment on the screen; where the browser does not let it, shows the link to be copied by hand. */
export function CopyLink({ link }: { readonly link: () => string }) {
  const [copied, setCopied] = useState<{ readonly link: string; readonly done: boolean }>();
  const copy = () => {
    const text = link();
    const told = (done: boolean) => setCopied({ link: text, done });
    navigator.clipboard.writeText(text).then(
      () => told(true),
      () => told(false),
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        Copy link
      </button>
      <output>{copied?.done && 'Copied'}</output>
      {copied?.done === false && <input aria-label="The link" readOnly value={copied.link} />}
    </>
  );
}
