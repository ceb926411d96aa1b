import { fetchCode } from '../../fetch-code.ts';
import type { MakeTool, ToolDef } from './define-tool.ts';
import { type ToolId, toolDefs } from './index.ts';

/** Loaded tool factories, cached per tab. */
const fetched = new Map<ToolId, MakeTool>();

/** Definition of a tool. @throws for an unknown id */
export function toolDefOf(id: ToolId): ToolDef {
  const def = toolDefs.find((one) => one.id === id);
  if (!def) {
    throw new Error(`There is no tool ${id}`);
  }
  return def;
}

/** Factory of a tool; null until it is loaded. */
export function makerOf(id: ToolId): MakeTool | null {
  const def = toolDefOf(id);
  return 'make' in def ? def.make : (fetched.get(id) ?? null);
}

/** Loads a tool's factory. @throws if it cannot be loaded */
export async function fetchMaker(id: ToolId): Promise<MakeTool> {
  const def = toolDefOf(id);
  const make = 'make' in def ? def.make : (fetched.get(id) ?? (await fetchCode(def.fetch)));
  fetched.set(id, make);
  return make;
}

/** Loads the factories of all tools in advance. @throws if one cannot be loaded */
export async function fetchTools(): Promise<void> {
  await Promise.all(toolDefs.map(({ id }) => fetchMaker(id)));
}
