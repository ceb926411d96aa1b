import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import type { ReactNode } from 'react';
import type { Tool, ToolContext } from './tool.ts';

/** Hint line sentence without placeholders. */
export type HintKey = Exclude<keyof Messages<'hints'>, 'hint.orbit' | 'hint.pan'>;

/** Pointer or key command of a tool in the help; the same key with `.keys` describes its input. */
type HelpKey =
  Extract<keyof Messages<'help'>, `help.tool.${string}.keys`> extends `${infer Key}.keys` ? Key : never;

/** Groups of the tool rail: handles, building, painting and marking. */
type ToolGroup = 'handles' | 'building' | 'painting' | 'marking';

export type MakeTool<Made extends Tool = Tool> = (editor: ToolContext) => Made;

/** Component of a part of a tool. As a method it fits a list of all tools, like `hints`. */
type PartOf<Made extends Tool> = { draw(props: { tool: Made }): ReactNode }['draw'];

/** Loads a part of a tool at first use. */
export type ToolPart<Made extends Tool = Tool> = () => Promise<PartOf<Made>>;

/**
 * Definition of a tool. Rail, shortcuts, palette, help, hint line and viewport read it and refer to no tool
 * by name. Pointer and key behaviour is in its {@link Tool}.
 */
export type ToolDef<Id extends string = string, Made extends Tool = Tool> = {
  id: Id;
  /** Lucide icon name in kebab case. */
  icon: string;
  label: keyof Messages<'editor'>;
  key: string;
  group: ToolGroup;
  /** Whether it edits the scene and so requires edit permission. */
  isEdit: boolean;
  /**
   * Current hints, most important first. Evaluated while the tool is active, and after changes of tool,
   * selection, preferences, scene or `hintedBy`.
   */
  hints(editor: ToolContext, tool: Made): readonly HintKey[];
  /** Hint for touch devices; if absent, the general touch gestures. */
  touchHint?: HintKey;
  /** Commands for the help, in addition to its shortcut. */
  help?: readonly HelpKey[];
  /** Whether the result of {@link Tool.write} survives a reload in the same tab. */
  isKept?: boolean;
  /** Drawing in the scene, as a component of the overlay's fiber root. */
  overlay?: ToolPart<Made>;
  /** DOM layer over the viewport, such as a marquee or labels. */
  layer?: ToolPart<Made>;
  /** Settings, in a bar at the top of the viewport. */
  panel?: ToolPart<Made>;
  /** Loads its constructor: after the first frame, or at first use. */
  fetch: () => Promise<MakeTool<Made>>;
};

/** Defines a tool; listing it in `tools/index.ts` registers it. */
export function defineTool<const Id extends string, Made extends Tool>(
  def: ToolDef<Id, Made>,
): ToolDef<Id, Made> {
  return def;
}
