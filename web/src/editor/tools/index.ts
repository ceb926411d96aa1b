import { annotateTool } from '../features/annotations/index.ts';
import { commentTool } from '../features/comments/index.ts';
import { distanceMeterTool } from '../features/measures/index.ts';
import { wallBuildTool } from '../features/walls/drawing/index.ts';
import { openingsTool } from '../features/walls/openings/index.ts';
import type { ToolDef } from './define-tool.ts';
import { dimensionTool } from './dimension/index.ts';
import { dropperTool } from './dropper/index.ts';
import { penTool } from './pen/index.ts';
import { moveTool, rotateTool, scaleTool, selectTool } from './select/index.ts';
import { shapesTool } from './shapes/index.ts';
import type { ToolId } from './tool-id.ts';

/** All tools in rail order; Escape returns to the first. */
export const toolDefs = [
  selectTool,
  moveTool,
  rotateTool,
  scaleTool,
  dimensionTool,
  shapesTool,
  penTool,
  wallBuildTool,
  openingsTool,
  dropperTool,
  distanceMeterTool,
  annotateTool,
  commentTool,
] as const satisfies readonly ToolDef<ToolId>[];
