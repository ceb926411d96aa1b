import { MeasureTool } from '../features/measures/measure-tool.ts';
import type { ToolHost } from '../tools/tool-root.ts';

/** The measure tool of an editor. */
export function measureToolOf({ tools }: ToolHost): MeasureTool {
  const tool = tools.toolOf('distanceMeter');
  if (!(tool instanceof MeasureTool)) {
    throw new Error('The meter is another tool');
  }
  return tool;
}
