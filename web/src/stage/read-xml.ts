import { RefusedError } from './refused-error.ts';

/**
 * Parses XML of a model. Text with entity declarations could expand to any size, and no modelling tool writes them.
 * @throws {@link RefusedError} for such text, and for invalid XML.
 */
export function readXml(text: string): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new RefusedError('The file declares entities of its own, which are not read. Export it again.');
  }
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror')) {
    throw new RefusedError('The file is damaged: it ends too early, or its marks do not fit together.');
  }
  return xml;
}
