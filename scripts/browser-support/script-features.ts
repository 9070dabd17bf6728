import type { CompatStatement, Identifier as Feature } from '@mdn/browser-compat-data';
import { relative } from 'node:path';
import {
  isBindingElement,
  isIdentifier,
  isInterfaceDeclaration,
  isNewExpression,
  isRegularExpressionLiteral,
  isTypeLiteralNode,
  isTypeNode,
  type Identifier,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { API, type Project, type Symbol as TypeScriptSymbol } from 'typescript/unstable/sync';
import { api, compatOf, featuresBelow, javascript, missingBrowsers, type FoundFeature } from './missing-browsers.ts';

const builtins = javascript['builtins']!;

/** What is a syntax error where it isn't known, which leaves nothing of the script. */
const regularExpressions = { lookbehind_assertion: /\(\?<[=!]/, modifier: /\(\?[ims]*-?[ims]+:/ };

/** Names that are newer than the table in some of their uses; only these are worth asking TypeScript about. */
const newNames = new Set<string>();
for (const [name, compat] of [...featuresBelow(api), ...featuresBelow(builtins)])
  if (missingBrowsers(compat).length > 0) newNames.add(name.replace(/_static$/, ''));

/**
 * What the scripts of a TypeScript project use of the browser and of JavaScript that some browser of the table lacks.
 * TypeScript says of each name whose it is: `size` is old for a Map and new for a URLSearchParams. Its API is published as
 * unstable; the version of TypeScript is pinned. `config`: the path of its tsconfig.json.
 */
export function scriptFeatures(config: string): FoundFeature[] {
  const typescript = new API();
  try {
    const project = typescript.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    const files = project.program.getSourceFileNames();
    const dom = files.find((file) => file.endsWith('/lib.dom.d.ts'))!;
    const implementors = implementorsIn(project.program.getSourceFile(dom)!.text);
    return files
      .filter((file) => !/\.d\.ts$|\/node_modules\//.test(file))
      .flatMap((file) => featuresOf(project.program.getSourceFile(file)!, project, implementors));
  } finally {
    typescript.close();
  }
}

/** The interfaces that a mixin is part of, such as Request and Response for Body: MDN's data knows no mixins. */
function implementorsIn(library: string): ReadonlyMap<string, readonly string[]> {
  const implementors = new Map<string, string[]>();
  for (const [, name, bases] of library.matchAll(/^interface (\w+) extends ([^{]+) \{/gm))
    for (const base of bases!.split(', ')) implementors.set(base, [...(implementors.get(base) ?? []), name!]);
  return implementors;
}

function featuresOf(source: SourceFile, project: Project, implementors: ReturnType<typeof implementorsIn>) {
  const found: FoundFeature[] = [];
  const add = (feature: string, node: Node, compat: CompatStatement) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ feature, place: `${relative('.', source.fileName)}:${line}`, missing: missingBrowsers(compat) });
  };
  const names: Identifier[] = [];
  visitCode(source, (node) => {
    if (isIdentifier(node) && newNames.has(node.text)) names.push(node);
    if (!isRegularExpressionLiteral(node)) return;
    for (const [feature, pattern] of Object.entries(regularExpressions))
      if (pattern.test(node.text)) add(feature, node, compatOf(javascript['regular_expressions']![feature])!);
  });
  const symbols = project.checker.getSymbolAtLocation(names);
  for (const [index, node] of names.entries()) {
    const path = libraryPath(propertyTaken(node, project) ?? symbols[index]);
    if (!path) continue;
    const compats = [path, ...(isNewExpression(node.parent) ? [[...path, ...path]] : [])].map((each) =>
      compatsAt(each, implementors),
    );
    const newer = compats.find((all) => all.length > 0 && all.every((compat) => missingBrowsers(compat).length > 0));
    if (newer) add(path.join('.').replace(/_static$/, ''), node, newer[0]!);
  }
  return found;
}

/** Calls `visit` for each node of the code, types aside. */
function visitCode(node: Node, visit: (node: Node) => void): void {
  if (isTypeNode(node) || isInterfaceDeclaration(node)) return;
  visit(node);
  node.forEachChild((child) => visitCode(child, visit));
}

/** The property that `const { size } = query` reads by this name. */
function propertyTaken({ parent, text }: Identifier, { checker }: Project): TypeScriptSymbol | undefined {
  const type = isBindingElement(parent) && checker.getTypeAtLocation(parent.parent);
  return type ? checker.getPropertyOfType(type, text) : undefined;
}

/** `URLSearchParams`, `size` for what TypeScript's libraries declare; undefined for anything else. */
function libraryPath(symbol: TypeScriptSymbol | undefined): string[] | undefined {
  const handle = symbol?.declarations.find(({ path }) => /\/lib\.[^/]*\.d\.ts$/.test(path));
  if (!handle) return undefined;
  const declaration = handle.resolve()!;
  const path: string[] = [];
  for (let node = declaration; node.parent; node = node.parent) {
    const { name } = node as { readonly name?: Node };
    if (name && isIdentifier(name)) path.unshift(name.text);
  }
  return isTypeLiteralNode(declaration.parent) ? [...path.slice(0, -1), `${path.at(-1)}_static`] : path;
}

/** What MDN's data has at such a path; several where only its implementors are known. */
function compatsAt(path: readonly string[], implementors: ReturnType<typeof implementorsIn>): CompatStatement[] {
  const [first = '', ...rest] = path;
  const owner = first.replace(/Constructor$|^Readonly/, '');
  const isKnown = api[owner] ?? builtins[owner];
  const owners = isKnown ? [owner] : (implementors.get(owner) ?? []);
  const paths = rest.length > 0 ? owners.map((each) => [each, ...rest]) : [[owner], ['Window', owner]];
  return paths.flatMap((each) =>
    [api, builtins].flatMap((root) => {
      const compat = compatOf(each.reduce<Feature | undefined>((node, name) => node?.[name], root));
      return compat ? [compat] : [];
    }),
  );
}
