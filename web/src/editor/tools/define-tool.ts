import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import type { HelpMessageKey } from '@diorama/shared/i18n/help.en.ts';
import type { HintsMessageKey } from '@diorama/shared/i18n/hints.en.ts';
import type { ComponentType } from 'react';
import type { Editor } from '../editor.ts';
import type { Tool } from './tool.ts';

/** A sentence of the hint line that needs nothing filled in. */
export type HintKey = Exclude<HintsMessageKey, 'hint.orbit' | 'hint.pan'>;

/** What a tool can do by pointer and keys, in the help; the same name with `.keys` behind it says how. */
export type HelpKey =
  Extract<HelpMessageKey, `help.tool.${string}.keys`> extends `${infer Key}.keys` ? Key : never;

/** The parts of the rail: handles on what is there, what is built, what is painted, and what is set on things. */
export type ToolGroup = 'handles' | 'building' | 'painting' | 'marking';

/** Makes a tool for an editor. */
export type MakeTool<Made extends Tool = Tool> = (editor: Editor) => Made;

/** Fetches a part of a tool when it is first used. */
export type ToolPart = () => Promise<ComponentType>;

/**
 * Everything that the editor knows of a tool: rail, shortcuts, palette, help, hint line and viewport read this and name
 * none. What it does with the pointer and keys is its {@link Tool}.
 */
export type ToolDef<Id extends string = string, Made extends Tool = Tool> = {
  id: Id;
  /** A lucide name in kebab case. */
  icon: string;
  label: EditorMessageKey;
  key: string;
  group: ToolGroup;
  /** Whether it is there to change the scene, which not everybody may. */
  isEdit: boolean;
  /**
   * What to say of it now, the most needed first; asked while it is in use, and again when tool, selection, preferences or
   * scene change, or what the tool names by `hintedBy`.
   */
  hints(editor: Editor, tool: Made): readonly HintKey[];
  /** What to say to fingers instead; left out, what they do without a tool. */
  touchHint?: HintKey;
  /** What the help tells of it, beside its key. */
  help?: readonly HelpKey[];
  /** Whether what its {@link Tool.write} gives outlives a reload in the same tab. */
  isKept?: boolean;
  /** What it draws in the scene, as a component of the fiber root that lies over it. */
  overlay?: ToolPart;
  /** What it lays over the viewport, such as a marquee or labels. */
  layer?: ToolPart;
  /** Its settings, in a bar at the top of the viewport. */
  panel?: ToolPart;
} & (
  | { make: MakeTool<Made> }
  /** Fetches what makes it: after the first frame, or when it is first taken. */
  | { fetch: () => Promise<MakeTool<Made>> }
);

/** Declares a tool; adding it to `tools/index.ts` makes it exist. */
export function defineTool<const Id extends string, Made extends Tool>(
  def: ToolDef<Id, Made>,
): ToolDef<Id, Made> {
  return def;
}
