import { arrow, type HelperLines } from '../helper-lines.ts';

/** Direction of the light. */
export function directionalLightHelper(): HelperLines {
  return arrow(2);
}
