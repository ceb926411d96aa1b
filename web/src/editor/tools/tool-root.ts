import type { Editor } from '../editor.ts';
import { Manager } from '../managers/manager.ts';
import { type Readable, Store } from '../store.ts';
import type { ToolDef } from './define-tool.ts';
import { FIRST_TOOL, type ToolId, toolDefs } from './index.ts';
import type { Modifiers, PointerInfo } from './pointer.ts';
import type { Cursor, KeyInfo, Tool } from './tool.ts';
import { fetchMaker, makerOf, toolDefOf } from './tool-makers.ts';

/** Holds the tools, of which one is in use and hears pointer and keys. */
export class ToolRoot extends Manager implements Readable<ToolId> {
  /** What the pointer looks like. */
  readonly cursor = new Store<Cursor>('default');
  /** Where the tool in use is, such as `select.translating`. */
  readonly path: Store<string>;
  /** Whether the tool in use has begun something that undo would take back. */
  readonly hasDraft = new Store(false);
  /** Where the pointer is over the scene; null when it is not, or is a finger. */
  readonly pointer = new Store<PointerInfo | null>(null);
  readonly #editor: Editor;
  /** Those that were taken or asked for. */
  readonly #tools = new Map<ToolId, Tool>();
  readonly #current: Store<ToolId>;
  /** The tool that was last asked for, in use or on its way. */
  #wanted: ToolId = FIRST_TOOL;

  constructor(editor: Editor) {
    super();
    this.#editor = editor;
    this.#current = new Store<ToolId>(FIRST_TOOL);
    this.path = new Store(this.current.path);
  }

  readonly get = (): ToolId => this.#current.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#current.subscribe(listener);

  /** The tool in use. */
  get current(): Tool {
    return this.#require(this.get());
  }

  /** What the editor knows of the tool in use. */
  get def(): ToolDef {
    return toolDefOf(this.get());
  }

  /** Any tool, null while it is on its way. @throws for a name that is none */
  toolOf(id: ToolId): Tool | null {
    const made = this.#tools.get(id) ?? makerOf(id)?.(this.#editor) ?? null;
    if (made) {
      this.#tools.set(id, made);
    }
    return made;
  }

  /** Any tool, once it is there. @throws where it cannot be had */
  async fetch(id: ToolId): Promise<Tool> {
    await fetchMaker(id);
    return this.#require(id);
  }

  /**
   * Switches to another tool, at once or when it is there; what the one before had begun is kept as far as it is something,
   * else taken back.
   */
  use(id: ToolId): void {
    this.#wanted = id;
    if (this.toolOf(id)) {
      this.#take(id);
      return;
    }
    // The panels, which are fetched beside it, tell the person to load the page anew.
    this.fetch(id).then(
      () => this.#wanted === id && this.#take(id),
      (error: unknown) => reportError(error),
    );
  }

  #take(id: ToolId): void {
    if (id !== this.get()) {
      this.current.state.onPointerLost();
      this.current.onLeave?.();
      this.current.interrupt();
      this.#current.set(id);
      this.current.onTake?.();
      this.#settle();
    }
  }

  #require(id: ToolId): Tool {
    const tool = this.toolOf(id);
    if (!tool) {
      throw new Error(`The tool ${id} is not there yet`);
    }
    return tool;
  }

  /** Switches to a tool that changes nothing, unless one is in use. */
  takeLookTool(): void {
    this.use(this.def.isEdit ? toolDefs[0].id : this.get());
  }

  /** Whether a finger that is put down here is for the tool. */
  takesTouch(pointer: PointerInfo): boolean {
    return this.current.takesTouch(pointer);
  }

  /** Whether a finger that rests here is for the tool. */
  takesHold(pointer: PointerInfo): boolean {
    return this.current.takesHold(pointer);
  }

  /** Whether a press with Alt here is for the tool. */
  takesAlt(pointer: PointerInfo): boolean {
    return this.current.takesAlt(pointer);
  }

  /** What a tool begins, it begins with walls that are at rest. */
  pointerDown(pointer: PointerInfo): void {
    this.#editor.nudging.rest();
    this.#hear(pointer, () => this.current.state.onPointerDown?.(pointer));
  }

  pointerMove(pointer: PointerInfo): void {
    this.#hear(pointer, () => this.current.state.onPointerMove?.(pointer));
  }

  pointerUp(pointer: PointerInfo): void {
    this.#hear(pointer, () => this.current.state.onPointerUp?.(pointer));
  }

  /** A finger has rested. */
  pointerHold(pointer: PointerInfo): void {
    this.#hear(pointer, () => this.current.state.onPointerHold?.(pointer));
  }

  doubleClick(pointer: PointerInfo): void {
    this.#hear(pointer, () => this.current.state.onDoubleClick?.(pointer));
  }

  /** The pointer is over something else. */
  pointerLeave(): void {
    this.pointer.set(null);
    this.current.state.onPointerLeave?.();
    this.#settle();
  }

  /** A key, before it is anybody's shortcut; true when the tool took it. */
  keyDown(key: KeyInfo): boolean {
    const isUndo = key.mod && !key.shift && key.key.toLowerCase() === 'z';
    const isTaken = (isUndo && this.undo()) || (this.current.state.onKeyDown?.(key) ?? false);
    this.#settle();
    return isTaken;
  }

  /** Takes back the last part of what has begun; false when nothing has, and the history is to go back. */
  undo(): boolean {
    const { state } = this.current;
    const { hasDraft } = state;
    if (hasDraft) {
      state.onUndo();
      this.#settle();
    }
    return hasDraft;
  }

  /** A key is let go; also of one that was not the tool's. */
  keyUp(key: KeyInfo): void {
    this.current.state.onKeyUp?.(key);
    this.#settle();
  }

  /** Shift, Alt or Ctrl are pressed or let go: what they do to a drag is seen at once. */
  setModifiers(modifiers: Modifiers): void {
    const before = this.pointer.get();
    const isSame =
      before?.shift === modifiers.shift && before.mod === modifiers.mod && before.alt === modifiers.alt;
    if (before && !isSame) {
      this.pointerMove({ ...before, ...modifiers });
    }
  }

  /** Escape: takes back what has begun, else lets go of the selection, else goes back to the first tool. */
  cancel(): void {
    if (!this.current.state.onCancel()) {
      this.use(toolDefs[0].id);
    }
    this.#settle();
  }

  /** The pointer was lost: takes back what was pressed. */
  losePointer(): void {
    this.current.state.onPointerLost();
    this.#settle();
  }

  /** Takes back what has begun. */
  interrupt(): void {
    this.current.interrupt();
    this.#settle();
  }

  override dispose(): void {
    this.current.interrupt();
    this.#wanted = this.get();
    super.dispose();
  }

  #hear(pointer: PointerInfo, tell: () => void): void {
    this.pointer.set(pointer.kind === 'mouse' ? pointer : null);
    tell();
    this.#settle();
  }

  #settle(): void {
    this.path.set(this.current.path);
    this.cursor.set(this.current.state.cursor);
    this.hasDraft.set(this.current.state.hasDraft);
  }
}
