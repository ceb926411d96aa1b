import { fetchCode } from '../../fetch-code.ts';
import type { MakeTool, ToolDef } from './define-tool.ts';
import { toolDefs } from './index.ts';
import type { ToolId } from './tool-id.ts';
import type { ToolSource } from './tool-root.ts';

/** Loaded tool factories, cached per tab. */
const fetched = new Map<ToolId, MakeTool>();

/** Definition of a tool. @throws for an unknown id */
function toolDefOf(id: ToolId): ToolDef {
  const def = toolDefs.find((one) => one.id === id);
  if (!def) {
    throw new Error(`There is no tool ${id}`);
  }
  return def;
}

/** Factory of a tool; null until it is loaded. */
function makerOf(id: ToolId): MakeTool | null {
  return fetched.get(id) ?? null;
}

/** Loads a tool's factory. @throws if it cannot be loaded */
async function fetchMaker(id: ToolId): Promise<MakeTool> {
  const make = fetched.get(id) ?? (await fetchCode(toolDefOf(id).fetch));
  fetched.set(id, make);
  return make;
}

/** Loads the factories of all tools in advance. @throws if one cannot be loaded */
export async function fetchTools(): Promise<void> {
  await Promise.all(toolDefs.map(({ id }) => fetchMaker(id)));
}

/** The tools of this build, for {@link ToolRoot}. */
export const toolSource: ToolSource = { defOf: toolDefOf, makerOf, fetchMaker };
