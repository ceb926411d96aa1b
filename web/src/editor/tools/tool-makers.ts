import { fetchCode } from '../../fetch-code.ts';
import type { MakeTool, ToolDef } from './define-tool.ts';
import { type ToolId, toolDefs } from './index.ts';

/** What was fetched: once in a tab, whatever scenes are opened in it. */
const fetched = new Map<ToolId, MakeTool>();

/** What the editor knows of a tool. @throws for a name that is none */
export function toolDefOf(id: ToolId): ToolDef {
  const def = toolDefs.find((one) => one.id === id);
  if (!def) {
    throw new Error(`There is no tool ${id}`);
  }
  return def;
}

/** What makes a tool, null until it has been fetched. */
export function makerOf(id: ToolId): MakeTool | null {
  const def = toolDefOf(id);
  return 'make' in def ? def.make : (fetched.get(id) ?? null);
}

/** Fetches what makes a tool. @throws where it cannot be had */
export async function fetchMaker(id: ToolId): Promise<MakeTool> {
  const def = toolDefOf(id);
  const make = 'make' in def ? def.make : (fetched.get(id) ?? (await fetchCode(def.fetch)));
  fetched.set(id, make);
  return make;
}

/** Fetches what makes all tools, so that each is there when it is taken. @throws where one cannot be had */
export async function fetchTools(): Promise<void> {
  await Promise.all(toolDefs.map(({ id }) => fetchMaker(id)));
}
