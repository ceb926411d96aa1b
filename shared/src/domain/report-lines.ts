import { type ImportMessage, importMessage } from './import-message.ts';

/** Roughness of a material whose roughness is unknown. */
export const UNKNOWN_ROUGHNESS = 0.8;

/** The report's line for a material that lost pictures. */
export function lostPicturesOf(material: string): ImportMessage {
  return material === ''
    ? importMessage('lost.material-pictures-unnamed')
    : importMessage('lost.material-pictures', { name: material });
}

/** The report's lines for cameras and lights of a model: scenes have their own. */
export function leftOutViews({ cameras, lights }: { cameras: number; lights: number }): ImportMessage[] {
  return [
    ...(cameras > 0 ? [importMessage('lost.cameras', { count: cameras })] : []),
    ...(lights > 0 ? [importMessage('lost.lights', { count: lights })] : []),
  ];
}
