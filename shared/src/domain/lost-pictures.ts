import { type ImportMessage, importMessage } from './import-message.ts';
/** Roughness of a material whose roughness is unknown. */
export const UNKNOWN_ROUGHNESS = 0.8;

/** The report's line for a material that lost pictures. */
export function lostPicturesOf(material: string): ImportMessage {
  return material === ''
    ? importMessage('lost.material-pictures-unnamed')
    : importMessage('lost.material-pictures', { name: material });
}
