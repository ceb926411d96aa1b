import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Manager } from './manager.ts';

/** Dialog above the viewport. */
type Overlay = 'palette' | 'help' | 'invite' | 'publish' | 'versions' | 'reimagine' | 'saveComponent';

/** Panels beside or over the scene. */
export const PANEL_NAMES = ['outliner', 'inspector'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

export type UiState = {
  overlay: Overlay | null;
  /** Component that the dialog saves to the library. */
  savedComponent: string | null;
  /** Search text of the palette; cleared when the palette opens. */
  sought: string;
  /** Node that is being renamed. */
  renaming: string | null;
  arePanelsShown: boolean;
  isLibraryOpen: boolean;
  isTimelineOpen: boolean;
  /** Whether the snap settings are open. */
  isSnapOpen: boolean;
  /** Whether walk mode is active, which hides the editor. */
  isWalking: boolean;
  /** Scene camera through which the user looks, until the user moves the view. */
  lookingThrough: string | null;
  /** Whether frames show what phones and desktops display of the current view. */
  areDevicesShown: boolean;
  /** On small screens, the single panel that is open over the scene. */
  sheet: PanelName | null;
};

/** System clipboard; a browser may refuse to read it. */
type Clipboard = { write: (text: string | null) => void; read: (use: (text: string) => void) => void };

/** Translation keys of names for new objects. */
type Noun =
  | Extract<keyof Messages<'editor'>, `node.${string}`>
  | `option.${'floor' | 'ceiling'}`
  | 'option.door'
  | 'option.window'
  | 'option.hole'
  | 'material.name';

/** Reasons why an edit was reverted, shown to the user. */
export type EditNotice =
  | 'repeat.tooMany'
  | 'repeat.overridden'
  | 'rows.full'
  | 'wall.full'
  | 'wall.short'
  | 'paste.placeless'
  | 'instance.closed'
  | 'component.full'
  | 'dropper.ofFile'
  | 'dropper.left'
  | 'history.empty'
  | 'history.overtaken'
  | 'history.over'
  | 'history.over.self'
  | 'history.over.nobody';

/** Values of a message by the name of their place in it. */
type NoticeParams = { readonly name?: string; readonly count?: number; readonly most?: number };

const START: UiState = {
  overlay: null,
  savedComponent: null,
  sought: '',
  renaming: null,
  arePanelsShown: true,
  isLibraryOpen: false,
  isTimelineOpen: false,
  isSnapOpen: false,
  isWalking: false,
  lookingThrough: null,
  areDevicesShown: false,
  sheet: null,
};

/**
 * Running transfer to a target: the target's name, or the file name for files without one. `share` is the
 * progress, null if unknown; `cancel` is null if it cannot be stopped.
 */
export type Transfer = {
  readonly name: string;
  readonly isFile: boolean;
  readonly share: number | null;
  readonly cancel: (() => void) | null;
};

/** Reports the progress from 0 to 1, and the end of a transfer. */
type TransferHandle = { progress: (share: number) => void; end: () => void };

/** Interface state, so that actions can open and close parts of it. */
export class UiManager extends Manager {
  readonly #state = signal(START);
  readonly state: ReadonlySignal<UiState> = this.#state;
  /** In-memory clipboard until the page sets the system's. */
  clipboard: Clipboard = memoryClipboard();
  /** Translated name of an object; returns an empty string until the page sets it. */
  nameOf: (noun: Noun) => string = () => '';
  /** Counter of requests to open the file picker; the page's file input listens. */
  readonly fileRequests = signal(0);
  /** Slot that is expanded in the inspector, for any selected node. */
  readonly openSlot = signal<string | null>(null);
  /** Nodes that are expanded in the outliner. */
  readonly openNodes = signal<ReadonlySet<string>>(new Set());

  /** Sections and switches of panels that the user toggled, by name. */
  readonly folds = new Map<string, boolean>();
  readonly #revealedFold = signal<{ name: string } | null>(null);
  /** The section that was opened last by an action. */
  readonly revealedFold: ReadonlySignal<{ name: string } | null> = this.#revealedFold;

  /** Pictures that are being applied to objects. */
  readonly transfers = signal<readonly Transfer[]>([]);

  /** Last message; each call sets a new object. */
  readonly notice = signal<{ what: EditNotice; params?: NoticeParams } | null>(null);

  /** Badge text of actions, by action id. */
  readonly marks = signal<Readonly<Record<string, string | null>>>({});

  change(patch: Partial<UiState>): void {
    this.#state.value = { ...this.#state.value, ...patch };
  }

  /** Sets the badge text at the buttons of an action; null removes it. */
  mark(action: string, words: string | null): void {
    this.marks.value = { ...this.marks.value, [action]: words };
  }

  /** Opens a panel over the scene and closes others, or closes it. */
  toggleSheet(name: PanelName): void {
    const { arePanelsShown, sheet } = this.state.value;
    const isOpen = arePanelsShown && sheet === name;
    this.change({ sheet: isOpen ? null : name, isLibraryOpen: false, arePanelsShown: true });
  }

  /** Opens a section of a panel and brings it into view. */
  revealFold(name: string): void {
    this.folds.set(name, true);
    this.#revealedFold.value = { name };
  }

  /** Opens the library and closes other panels, or closes it. */
  toggleLibrary(): void {
    const { arePanelsShown, isLibraryOpen } = this.state.value;
    this.change({ sheet: null, isLibraryOpen: !(arePanelsShown && isLibraryOpen), arePanelsShown: true });
  }

  /** Opens the timeline at the bottom, or closes it. */
  toggleTimeline(): void {
    const { arePanelsShown, isTimelineOpen } = this.state.value;
    this.change({ sheet: null, isTimelineOpen: !(arePanelsShown && isTimelineOpen), arePanelsShown: true });
  }

  /** Shows why an edit was reverted, or a further effect of it. */
  notify(what: EditNotice, params?: NoticeParams): void {
    this.notice.value = params ? { what, params } : { what };
  }

  /** Expands or collapses nodes in the outliner. */
  openInOutliner(ids: Iterable<string>, isOpen: boolean): void {
    const { value: before } = this.openNodes;
    const touched = new Set(ids);
    this.openNodes.value = isOpen ? before.union(touched) : before.difference(touched);
  }

  /** Starts a transfer to a named target. @returns functions that report its progress and end */
  beginTransfer(name: string, cancel: (() => void) | null = null): TransferHandle {
    return this.#begin({ name, isFile: false, share: null, cancel });
  }

  /** Starts a transfer of a file for the scene itself. */
  beginFile(name: string, cancel: () => void): TransferHandle {
    return this.#begin({ name, isFile: true, share: null, cancel });
  }

  #begin(begun: Transfer): TransferHandle {
    let mine = begun;
    this.transfers.value = [...this.transfers.value, mine];
    return {
      progress: (share) => {
        const before = mine;
        mine = { ...before, share };
        this.transfers.value = this.transfers.value.map((one) => (one === before ? mine : one));
      },
      end: () => {
        this.transfers.value = this.transfers.value.filter((one) => one !== mine);
      },
    };
  }

  /** Opens the browser's file picker. */
  requestFiles(): void {
    this.fileRequests.value += 1;
  }
}

function memoryClipboard(): Clipboard {
  let held = '';
  return {
    write: (text) => {
      held = text ?? held;
    },
    read: (use) => use(held),
  };
}
