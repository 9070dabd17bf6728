import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getLanguageService, type LanguageService } from 'yaml-language-server';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** What an editor shows of a file: Red Hat's YAML language server, as VS Code and others run it. */
export interface Editor {
  /** What is offered where the text has a `¦`. */
  complete(file: string, text: string): Promise<readonly Offer[]>;
  /** What is said of the first place where the word stands. */
  hover(file: string, text: string, word: string): Promise<string>;
  /** What is underlined. */
  diagnose(file: string, text: string): Promise<readonly string[]>;
}

export interface Offer {
  readonly label: string;
  readonly about: string;
}

/** A server without any settings, so that files have only what their first line says; `replacements` stand for schemas. */
export function openEditor(replacements: ReadonlyMap<string, string> = new Map()): Editor {
  const service = startService(replacements);
  let version = 0;
  const open = (file: string, text: string): TextDocument =>
    TextDocument.create(pathToFileURL(file).href, 'yaml', (version += 1), text);
  return {
    async complete(file, text) {
      const at = text.indexOf('¦');
      if (at === -1) throw new Error('Nothing is asked for: there is no ¦.');
      const document = open(file, text.replace('¦', ''));
      const { items } = await service.doComplete(document, document.positionAt(at), false);
      return items.map(({ label, documentation = '' }) => ({
        label,
        about: typeof documentation === 'string' ? documentation : documentation.value,
      }));
    },
    async hover(file, text, word) {
      const document = open(file, text);
      const hover = await service.doHover(document, document.positionAt(text.indexOf(word)));
      return JSON.stringify(hover?.contents ?? '');
    },
    async diagnose(file, text) {
      const found = await service.doValidation(open(file, text), false);
      return found.map(({ message }) => message);
    },
  };
}

function startService(replacements: ReadonlyMap<string, string>): LanguageService {
  const service = getLanguageService({
    schemaRequestService: async (uri) => replacements.get(fileURLToPath(uri)) ?? readFile(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
  });
  service.configure({ validate: true, hover: true, completion: true });
  return service;
}
