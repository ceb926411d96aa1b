import { commentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import type { UserRef } from '@diorama/shared/contract/fields.ts';
import { isRecord } from '@diorama/shared/scene/json.ts';
import { Vector3 } from 'three';
import type { SceneConnection } from './collab/scene-connection.ts';
import type { EditorParts } from './editor-parts.ts';
import { PANEL_NAMES } from './managers/ui.ts';
import type {
  Collaboration,
  Commenting,
  SceneReader,
  Selecting,
  ToolSwitch,
  UserInterface,
  Viewpoint,
} from './parts.ts';
import { when } from './signals.ts';
import { readFromTab, storeInTab, storeOnLeaving } from './tab-storage.ts';

/** Restores the view, selection, open panels and comment drafts of the last visit in this tab, and stores them on leaving. */
export function restoreTabState(
  editor: EditorParts,
  sceneId: string,
  connection: SceneConnection,
): () => void {
  const stops = [
    restoreCamera(editor, sceneId, connection),
    restoreSelection(editor, sceneId, connection),
    restorePanels(editor, sceneId),
    restoreComments(editor, sceneId, connection),
  ];
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
}

/** Restores the view of the last visit in this tab; a first visit starts with the view of the scene. */
function restoreCamera(
  { camera, scene }: SceneReader & Viewpoint,
  sceneId: string,
  { state }: SceneConnection,
): () => void {
  const key = `diorama.camera.${sceneId}`;
  const kept = readPose(readFromTab(key));
  if (kept) {
    camera.set({ ...camera.pose.value, ...kept });
  }
  const stopWaiting = whenOpen(state, () => {
    // The document, which knows the lens, is not there before.
    const { position, target, fov, projection } = scene.document.value.camera;
    camera.setProjection(projection);
    camera.setFov(fov);
    if (!kept) {
      camera.set({ position: new Vector3(...position), target: new Vector3(...target), fov });
    }
  });
  const stopStoring = storeOnLeaving(() => {
    const { position, target } = camera.pose.value;
    storeInTab(key, [position.toArray(), target.toArray()]);
  });
  return () => {
    stopStoring();
    stopWaiting();
  };
}

/** Restores the selection once the document has loaded. */
function restoreSelection({ selection }: Selecting, sceneId: string, { state }: SceneConnection): () => void {
  const key = `diorama.selection.${sceneId}`;
  const kept = texts(readFromTab(key));
  const stopWaiting = whenOpen(state, () => {
    if (selection.ids.value.length === 0) {
      selection.set(kept);
    }
  });
  const stopStoring = storeOnLeaving(() => storeInTab(key, selection.ids.value));
  return () => {
    stopStoring();
    stopWaiting();
  };
}

function restorePanels({ ui }: UserInterface, sceneId: string): () => void {
  const key = `diorama.panels.${sceneId}`;
  const kept = readFromTab(key);
  if (isRecord(kept)) {
    ui.change({
      arePanelsShown: kept.arePanelsShown !== false,
      isLibraryOpen: kept.isLibraryOpen === true,
      sheet: PANEL_NAMES.find((name) => name === kept.sheet) ?? null,
    });
    ui.openInOutliner(texts(kept.openNodes), true);
    for (const [name, isOpen] of Object.entries(isRecord(kept.folds) ? kept.folds : {})) {
      ui.folds.set(name, isOpen === true);
    }
  }
  return storeOnLeaving(() => {
    const { arePanelsShown, isLibraryOpen, sheet } = ui.state.value;
    const openNodes = [...ui.openNodes.value];
    storeInTab(key, { arePanelsShown, isLibraryOpen, sheet, openNodes, folds: Object.fromEntries(ui.folds) });
  });
}

/** Restores the drafts of comments, and the comment that was being placed. */
function restoreComments(
  { commenting, presence, tools }: Collaboration & Commenting & ToolSwitch,
  sceneId: string,
  { state }: SceneConnection,
): () => void {
  const key = `diorama.comments.${sceneId}.${presence.person.uuid}`;
  const kept = readFromTab(key);
  const { text, answers, anchor, called } = isRecord(kept) ? kept : {};
  let isPlaced = false;
  if (typeof text === 'string') {
    commenting.text.value = text;
    isPlaced = anchor !== undefined && text !== '';
  }
  if (isRecord(answers)) {
    const words = Object.entries(answers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    commenting.answers.value = new Map(words);
  }
  if (Array.isArray(called)) {
    // This page has written them.
    commenting.called.value = called as readonly UserRef[];
  }
  const stopWaiting = whenOpen(state, () => {
    if (isPlaced) {
      const parsed = commentAnchor.nullable().safeParse(anchor);
      tools.use('comment');
      commenting.begin({ anchor: parsed.success ? parsed.data : null, picture: Promise.resolve(null) });
    }
  });
  const stopStoring = storeOnLeaving(() => {
    const draft = commenting.draft.value;
    storeInTab(key, {
      text: commenting.text.value,
      answers: Object.fromEntries(commenting.answers.value),
      called: commenting.called.value,
      ...(draft && { anchor: draft.anchor }),
    });
  });
  return () => {
    stopStoring();
    stopWaiting();
  };
}

function whenOpen(state: SceneConnection['state'], act: () => void): () => void {
  return when(() => state.value === 'open', act);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function readPose(kept: unknown): { position: Vector3; target: Vector3 } | null {
  const [position, target] = (Array.isArray(kept) ? kept : []) as [unknown, unknown];
  const isPoint = (point: unknown): point is number[] =>
    Array.isArray(point) && point.length === 3 && point.every(Number.isFinite);
  return isPoint(position) && isPoint(target)
    ? { position: new Vector3().fromArray(position), target: new Vector3().fromArray(target) }
    : null;
}
