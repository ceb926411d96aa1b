import { elementsIn } from '../parse-text.ts';

/** A part of a 3MF by its path in the archive. */
export type PrintPart = { name: string; xml: Document };

/** Attributes that refer to elements of the same part. */
const REFERENCES = ['pid', 'texid', 'displaypropertiesid', 'matid', 'pids'];

/**
 * Merges all parts of a 3MF into its main one, in place: parts may use the same ids for different objects, which
 * three.js' loader confuses.
 */
export function mergePrintParts(main: PrintPart, others: readonly PrintPart[]): void {
  const marks = new Map([[main.name, ''], ...others.map(({ name }, i) => [name, `${i + 1}-`] as const)]);
  const ids = new Map([main, ...others].map(({ name, xml }) => [name, objectIdsOf(xml)]));
  const markOf = (path: string | null, id: string, own: string) => {
    const named = path?.replace(/^\//, '') ?? own;
    const isThere = ids.get(named)?.has(id);
    // Some tools omit the path to another part.
    const found = isThere ? named : [...ids].find(([, known]) => known.has(id))?.[0];
    return marks.get(found ?? named) ?? '';
  };
  for (const { name, xml } of [main, ...others]) {
    for (const reference of [...elementsIn(xml, 'component'), ...elementsIn(xml, 'item')]) {
      const id = reference.getAttribute('objectid') ?? '';
      reference.setAttribute('objectid', `${markOf(pathOf(reference), id, name)}${id}`);
    }
  }
  const [resources] = elementsIn(main.xml, 'resources');
  for (const { name, xml } of others) {
    const own = elementsIn(xml, 'resources').flatMap((element) => [...element.children]);
    for (const resource of own) {
      markIds(resource, marks.get(name) ?? '');
    }
    resources?.prepend(...own);
  }
}

function objectIdsOf(xml: Document): Set<string> {
  return new Set(elementsIn(xml, 'object').map(({ id }) => id));
}

/** Target part of a reference, an attribute of the production extension with any prefix. */
function pathOf(reference: Element): string | null {
  return [...reference.attributes].find(({ localName }) => localName === 'path')?.value ?? null;
}

function markIds(resource: Element, mark: string): void {
  resource.setAttribute('id', `${mark}${resource.id}`);
  for (const element of [resource, ...resource.getElementsByTagName('*')]) {
    for (const name of REFERENCES) {
      const value = element.getAttribute(name);
      if (value !== null) {
        const words = value.trim().split(/\s+/);
        element.setAttribute(name, words.map((word) => `${mark}${word}`).join(' '));
      }
    }
  }
}
