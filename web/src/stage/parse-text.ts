import { decodeText } from '@diorama/shared/domain/decode-text.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from './refused-error.ts';

/** Decodes a file's text in any encoding, without zeros at its end. */
export function decodeFileText(bytes: ArrayBuffer): string {
  const raw = new Uint8Array(bytes);
  return decodeText(raw) ?? new TextDecoder().decode(raw);
}

/** Normalises a number: some tools write a decimal comma, or a trailing comma. */
export function plainNumber(word: string): string {
  return word.replace(/,$/, '').replace(',', '.');
}

/**
 * Parses XML of a model. Text with entity declarations could expand to any size, and no modelling tool writes them.
 * @throws {@link RefusedError} for such text, and for invalid XML.
 */
export function readXml(text: string): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new RefusedError(importMessage('damaged.xml-entities'));
  }
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror')) {
    throw new RefusedError(importMessage('damaged.xml'));
  }
  return xml;
}

/** Elements of a kind in any namespace. */
export function elementsIn(element: Document | Element, kind: string): Element[] {
  return [...element.getElementsByTagNameNS('*', kind)];
}

/** Direct children with a name. */
export function childElements(element: Element, name: string): Element[] {
  return [...element.children].filter((child) => child.nodeName === name);
}

/** Words of an attribute, none without it. */
export function wordsOf(element: Element, attribute: string): string[] {
  return (element.getAttribute(attribute) ?? '').trim().split(/\s+/).filter(Boolean);
}
