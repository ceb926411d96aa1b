/** Ids of all tools; their definitions are listed in `index.ts`. */
export type ToolId =
  | 'select'
  | 'move'
  | 'rotate'
  | 'scale'
  | 'dimension'
  | 'shapes'
  | 'pen'
  | 'wallBuild'
  | 'openings'
  | 'dropper'
  | 'distanceMeter'
  | 'annotate'
  | 'comment';

/** Initial tool with edit permission. */
export const FIRST_TOOL: ToolId = 'move';

/** Tool to which Escape returns, which does not edit. */
export const RESTING_TOOL: ToolId = 'select';
