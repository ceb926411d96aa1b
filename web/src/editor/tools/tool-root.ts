import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { Manager } from '../managers/manager.ts';
import type { MakeTool, ToolDef } from './define-tool.ts';
import type { Modifiers, PointerInfo } from './pointer.ts';
import { type Cursor, type KeyInfo, Tool, type ToolContext, ToolState } from './tool.ts';
import { FIRST_TOOL, RESTING_TOOL, type ToolId } from './tool-id.ts';

/** Definitions of tools, and their factories once loaded. `defOf` and `fetchMaker` throw for an unknown id. */
export type ToolSource = {
  defOf: (id: ToolId) => ToolDef;
  makerOf: (id: ToolId) => MakeTool | null;
  fetchMaker: (id: ToolId) => Promise<MakeTool>;
};

/** The tools themselves, for their panels and overlays. */
export interface ToolHost {
  readonly tools: ToolRoot;
}

/** Stands for the active tool while that is loading, and does nothing. */
class LoadingTool extends Tool {
  readonly id = 'loading';

  protected initial(): ToolState {
    return new Loading(this);
  }
}

class Loading extends ToolState {
  readonly id = 'loading';
  override readonly isResting = true;

  override get cursor(): Cursor {
    return 'progress';
  }
}

/** Holds the tools and forwards pointer and key events to the active one. */
export class ToolRoot extends Manager {
  /** Pointer cursor. */
  readonly cursor: Signal<Cursor>;
  /** State path of the active tool, such as `select.translating`. */
  readonly path: Signal<string>;
  /** Whether the active tool has a draft that undo would revert. */
  readonly hasDraft = signal(false);
  /** Pointer position over the scene; null outside, and for touch. */
  readonly pointer = signal<PointerInfo | null>(null);
  readonly #editor: ToolContext;
  readonly #source: ToolSource;
  readonly #loading: Tool;
  /** Tools that were created. */
  readonly #tools = new Map<ToolId, Tool>();
  readonly #activeId = signal<ToolId>(FIRST_TOOL);
  readonly activeId: ReadonlySignal<ToolId> = this.#activeId;
  /** The tool that was requested last, active or loading. */
  #wanted: ToolId = FIRST_TOOL;

  constructor(editor: ToolContext, source: ToolSource) {
    super();
    this.#editor = editor;
    this.#source = source;
    this.#loading = new LoadingTool(editor);
    this.path = signal(this.current.path);
    this.cursor = signal(this.current.state.cursor);
  }

  /** The active tool; one that does nothing while that is loading. */
  get current(): Tool {
    return this.toolOf(this.activeId.value) ?? this.#loading;
  }

  /** Definition of the active tool. */
  get def(): ToolDef {
    return this.#source.defOf(this.activeId.value);
  }

  /** Tool by id, null while it is loading. @throws for an unknown id */
  toolOf(id: ToolId): Tool | null {
    const made = this.#tools.get(id) ?? this.#source.makerOf(id)?.(this.#editor) ?? null;
    if (made) {
      this.#tools.set(id, made);
    }
    return made;
  }

  /** Tool by id, once loaded. @throws if it cannot be loaded */
  async fetch(id: ToolId): Promise<Tool> {
    await this.#source.fetchMaker(id);
    return this.#require(id);
  }

  /**
   * Switches to a tool, at once or when it is loaded. The previous tool commits its draft if possible, else
   * reverts it.
   */
  use(id: ToolId): void {
    this.#wanted = id;
    if (this.toolOf(id)) {
      this.#take(id);
      return;
    }
    // The panels, which are loaded at the same time, ask the user to reload the page.
    this.fetch(id).then(
      () => this.#wanted === id && this.#take(id),
      (error: unknown) => reportError(error),
    );
  }

  /** Activates the tool that was requested last, once it is loaded. */
  takeRequested(): void {
    this.use(this.#wanted);
  }

  #take(id: ToolId): void {
    if (id !== this.activeId.value) {
      this.current.state.onPointerLost();
      this.current.onLeave?.();
      this.current.interrupt();
      this.#activeId.value = id;
      this.current.onActivate?.();
    }
    this.#settle();
  }

  #require(id: ToolId): Tool {
    const tool = this.toolOf(id);
    if (!tool) {
      throw new Error(`The tool ${id} is not there yet`);
    }
    return tool;
  }

  /** Switches to a tool that does not edit, unless one is active. */
  takeLookTool(): void {
    this.use(this.def.isEdit ? RESTING_TOOL : this.activeId.value);
  }

  /** Whether a touch here is handled by the tool. */
  takesTouch(pointer: PointerInfo): boolean {
    return this.current.takesTouch(pointer);
  }

  /** Whether a touch hold here is handled by the tool. */
  takesHold(pointer: PointerInfo): boolean {
    return this.current.takesHold(pointer);
  }

  /** Whether a press with Alt here is handled by the tool. */
  takesAlt(pointer: PointerInfo): boolean {
    return this.current.takesAlt(pointer);
  }

  /** Pending wall nudges are committed before a tool interaction. */
  pointerDown(pointer: PointerInfo): void {
    this.#editor.nudging.rest();
    this.#handle(pointer, () => this.current.state.onPointerDown?.(pointer));
  }

  pointerMove(pointer: PointerInfo): void {
    this.#handle(pointer, () => this.current.state.onPointerMove?.(pointer));
  }

  pointerUp(pointer: PointerInfo): void {
    this.#handle(pointer, () => this.current.state.onPointerUp?.(pointer));
  }

  /** Handles a touch hold. */
  pointerHold(pointer: PointerInfo): void {
    this.#handle(pointer, () => this.current.state.onPointerHold?.(pointer));
  }

  doubleClick(pointer: PointerInfo): void {
    this.#handle(pointer, () => this.current.state.onDoubleClick?.(pointer));
  }

  /** The pointer has left the view. */
  pointerLeave(): void {
    this.pointer.value = null;
    this.current.state.onPointerLeave?.();
    this.#settle();
  }

  /** Handles a key before shortcuts; returns whether the tool handled it. */
  keyDown(key: KeyInfo): boolean {
    const isUndo = key.mod && !key.shift && key.key.toLowerCase() === 'z';
    const isTaken = (isUndo && this.undo()) || (this.current.state.onKeyDown?.(key) ?? false);
    this.#settle();
    return isTaken;
  }

  /** Reverts the last part of a draft; returns false without one, so that the history is undone. */
  undo(): boolean {
    const { state } = this.current;
    const { hasDraft } = state;
    if (hasDraft) {
      state.onUndo();
      this.#settle();
    }
    return hasDraft;
  }

  /** Handles a key release, including keys that the tool did not handle. */
  keyUp(key: KeyInfo): void {
    this.current.state.onKeyUp?.(key);
    this.#settle();
  }

  /** Updates Shift, Alt and Ctrl during a drag without a pointer move. */
  setModifiers(modifiers: Modifiers): void {
    const before = this.pointer.value;
    const isSame =
      before?.shift === modifiers.shift && before.mod === modifiers.mod && before.alt === modifiers.alt;
    if (before && !isSame) {
      this.pointerMove({ ...before, ...modifiers });
    }
  }

  /** Escape: reverts a draft, else clears the selection, else activates the first tool. */
  cancel(): void {
    if (!this.current.state.onCancel()) {
      this.use(RESTING_TOOL);
    }
    this.#settle();
  }

  /** Reverts the current press after the pointer was lost. */
  losePointer(): void {
    this.current.state.onPointerLost();
    this.#settle();
  }

  /** Reverts the current draft. */
  interrupt(): void {
    this.current.interrupt();
    this.#settle();
  }

  override dispose(): void {
    this.current.interrupt();
    this.#wanted = this.activeId.value;
    super.dispose();
  }

  #handle(pointer: PointerInfo, forward: () => void): void {
    this.pointer.value = pointer.kind === 'mouse' ? pointer : null;
    forward();
    this.#settle();
  }

  #settle(): void {
    this.path.value = this.current.path;
    this.cursor.value = this.current.state.cursor;
    this.hasDraft.value = this.current.state.hasDraft;
  }
}
