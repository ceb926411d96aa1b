import type { Tool } from './tool.ts';

/** A tool that picks a colour in the view for a field; it knows the field only by a function. */
export interface ColorTaking {
  /** Calls `onColor` with the next picked colour, not when the user cancels. */
  takeColor(onColor: (color: string) => void): void;
}

export function takesColor(tool: Tool): tool is Tool & ColorTaking {
  return 'takeColor' in tool;
}
