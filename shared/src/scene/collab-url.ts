import { SCENE_FORM } from './defaults.ts';

/** Path of the sockets of scenes. */
export const COLLAB_PATH = '/collab';

/**
 * URL of a scene's socket. Balancers send all sockets with the same `scene` to one gateway.
 * @param origin of the gateway, `http://…`
 * @param form - the document form that the editor writes
 */
export function collabUrl(origin: string, scene: string, form: number = SCENE_FORM): string {
  return `${origin.replace(/^http/, 'ws')}${COLLAB_PATH}?form=${form}&scene=${scene}`;
}
