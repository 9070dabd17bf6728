// `node --import`: lets Playwright 1.65 drive Firefox ESR 153, which doesn't know the one command that Playwright sends to
// each page whether it is asked for or not. tests/e2e/engines.spec.ts fails once that is needless: this file goes then, if
// what Playwright fills in is there for React too.
/* oxlint-disable no-underscore-dangle -- Node 20 has no other way to change what is required. */
import Module from 'node:module';

const compile = Module.prototype._compile;
Module.prototype._compile = function (code, file) {
  const isPlaywright = file.endsWith('/playwright-core/lib/coreBundle.js');
  return compile.call(this, isPlaywright ? mend(code) : code, file);
};

const mend = (code) =>
  code
    .replaceAll(/(send\("emulation\.setMediaFeaturesOverride", \{.*?\n {8}\}\));/gs, '$1.catch(() => {});')
    // Playwright sets a field's value behind React's back, and only adds to that of an email: Firefox itself types it.
    .replace('window.__pw_bidiInsertText(text3)', 'void document.execCommand("insertText", false, text3)');
