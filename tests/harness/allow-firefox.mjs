// `node --import`: lets Playwright 1.65 drive Firefox ESR 153, which doesn't know the one command that Playwright sends to
// each page whether it is asked for or not. tests/e2e/engines.spec.ts fails once that is needless: this file goes then.
/* oxlint-disable no-underscore-dangle -- Node 20 has no other way to change what is required. */
import Module from 'node:module';

const compile = Module.prototype._compile;
Module.prototype._compile = function (code, file) {
  const isPlaywright = file.endsWith('/playwright-core/lib/coreBundle.js');
  return compile.call(this, isPlaywright ? code.replaceAll(unknownCommand, '$1.catch(() => {});') : code, file);
};
const unknownCommand = /(send\("emulation\.setMediaFeaturesOverride", \{.*?\n {8}\}\));/gs;
