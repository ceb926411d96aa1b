import { RefusedError } from './refused-error.ts';

/**
 * Opens XML of a model. A text that declares entities of its own could become any size when it is read, and no tool
 * that writes models does that.
 * @throws {@link RefusedError} for such a text, and for what is no XML.
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
