import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from './refused-error.ts';

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
