import type { Editor } from '../editor.ts';
import { Manager } from '../managers/manager.ts';
import { type Readable, Store } from '../store.ts';
import { type ToolId, toolEntries } from './index.ts';
import type { PointerInfo } from './pointer.ts';
import type { Tool } from './tool.ts';

/** Holds all tools, of which one is in use and hears the pointer. */
export class ToolRoot extends Manager implements Readable<ToolId> {
  readonly #tools: ReadonlyMap<ToolId, Tool>;
  readonly #current: Store<ToolId>;

  constructor(editor: Editor) {
    super();
    this.#tools = new Map(toolEntries.map(({ id, make }) => [id, make(editor)]));
    this.#current = new Store<ToolId>('move');
  }

  readonly get = (): ToolId => this.#current.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#current.subscribe(listener);

  /** The tool in use. */
  get current(): Tool {
    const tool = this.#tools.get(this.get());
    if (!tool) {
      throw new Error(`There is no tool ${this.get()}`);
    }
    return tool;
  }

  /** Switches to another tool; what the one before had begun is taken back. */
  use(id: ToolId): void {
    if (id !== this.get()) {
      this.current.interrupt();
      this.#current.set(id);
    }
  }

  /** Switches to a tool that changes nothing, unless one is in use. */
  takeLookTool(): void {
    if (toolEntries.find(({ id }) => id === this.get())?.isEdit) {
      this.use(toolEntries[0].id);
    }
  }

  pointerDown(pointer: PointerInfo): void {
    this.current.state.onPointerDown?.(pointer);
  }

  pointerMove(pointer: PointerInfo): void {
    this.current.state.onPointerMove?.(pointer);
  }

  pointerUp(pointer: PointerInfo): void {
    this.current.state.onPointerUp?.(pointer);
  }

  doubleClick(pointer: PointerInfo): void {
    this.current.state.onDoubleClick?.(pointer);
  }

  /** Escape: takes back what has begun, else lets go of the selection, else goes back to the first tool. */
  cancel(): void {
    if (!this.current.state.onCancel()) {
      this.use(toolEntries[0].id);
    }
  }

  /** The pointer was lost: takes back what has begun. */
  interrupt(): void {
    this.current.interrupt();
  }

  override dispose(): void {
    this.current.interrupt();
    super.dispose();
  }
}
