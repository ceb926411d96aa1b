import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { ApiError } from '../api/api-error.ts';
import type { Api } from '../api/provider.tsx';
import { isPhone } from '../scene/is-phone.ts';
import { browserDatabases } from '../session/browser-databases.ts';
import { type AccessDenial, accessDenialOf } from './access-denial.ts';
import { SceneConnection } from './collab/scene-connection.ts';
import { Editor } from './editor.ts';
import { createCommentPort } from './features/comments/model/comment-port.ts';
import { CommentsManager } from './features/comments/model/comments.ts';
import { ImportRecords } from './features/import/model/import-records.ts';
import { ImportsManager } from './features/import/model/imports.ts';
import { NodeProblemsManager } from './features/import/model/node-problems.ts';
import { createStoredFiles } from './features/import/model/stored-files.ts';
import { type AssetPort, AssetsManager } from './managers/assets.ts';
import type { PeerPerson } from './managers/peer-state.ts';
import { SavingManager } from './managers/saving.ts';
import type { Collaboration } from './parts.ts';
import { restoreTabState } from './restore-tab-state.ts';
import type { EditorSession } from './session.ts';
import { watch, when } from './signals.ts';
import { readFromTab, storeInTab, storeOnLeaving } from './tab-storage.ts';
import type { ToolDef } from './tools/define-tool.ts';
import { toolDefs } from './tools/index.ts';
import type { ToolHost } from './tools/tool-root.ts';

const LIBRARY = `/api/accounts/${LIBRARY_ACCOUNT_ID}`;

type SessionOptions = {
  sceneId: string;
  /** Iri of the scene's workspace. */
  account: string;
  api: Api;
  person: PeerPerson;
  isReadOnly: boolean;
};

/** Opens a scene for editing. */
export function openEditorSession({
  sceneId,
  account,
  api,
  person,
  isReadOnly,
}: SessionOptions): EditorSession {
  const ydoc = new Y.Doc();
  const awareness = new Awareness(ydoc);
  const editor = new Editor({ ydoc, presence: { awareness, person }, storage: localStorage });
  editor.isReadOnly.value = isReadOnly;
  const assets = new AssetsManager(createAssetPort(api, account), editor.scene, isPhone());
  editor.fileColor = (node, slot) => {
    const extra = assets.byIri.value.get(fileOf(node)?.asset ?? '')?.extra;
    return extra?.colors[extra.slots.indexOf(slot ?? '')] ?? null;
  };
  const imports = createImports({ sceneId, api, editor, assets });
  const nodeProblems = new NodeProblemsManager(editor.scene, { assets, imports });
  const comments = new CommentsManager(createCommentPort(api, sceneId));
  const saving = new SavingManager(ydoc);
  const connection = new SceneConnection({
    sceneId,
    personId: person.uuid,
    ydoc,
    awareness,
    editor,
    saving,
    copies: api.session.copies,
    token: () => api.session.freshToken(),
    access: () => accessTo(api, sceneId),
  });
  const stops = [
    markRemovalsSaved(editor, saving),
    restoreTabState(editor, sceneId, connection),
    restoreTools(editor, `${sceneId}.${person.uuid}`),
    broadcastAway(editor),
    resumeUploads(imports, connection),
  ];
  return {
    sceneId,
    account,
    editor,
    saving,
    connection,
    assets,
    imports,
    nodeProblems,
    comments,
    sendPicture: async (file, type, { use = 'scene', ...options } = {}) => {
      const asset = await api.upload(file, { type, composition: sceneId, uploadType: use }, options);
      assets.set(asset);
      return asset['@id'];
    },
    dispose: () => {
      for (const stop of stops) {
        stop();
      }
      // Committed now, while it can still be sent.
      editor.nudging.rest();
      for (const manager of [comments, nodeProblems, imports, assets, connection, saving, editor]) {
        manager.dispose();
      }
      ydoc.destroy();
    },
  };
}

/** Imports into a scene, which upload by the API. */
function createImports({
  sceneId,
  api,
  editor,
  assets,
}: Pick<SessionOptions, 'sceneId' | 'api'> & Pick<EditorSession, 'editor' | 'assets'>): ImportsManager {
  return new ImportsManager(editor, {
    assets,
    records: new ImportRecords(sceneId, localStorage),
    kept: createStoredFiles(browserDatabases()),
    send: (file, { isPicture, ...options }) => {
      const type = isPicture ? ASSET_TYPE.image : ASSET_TYPE.model;
      return api.upload(file, { type, composition: sceneId, uploadType: 'scene' }, options);
    },
    importAgain: (iri) => api.client.call('importAssetAgain', { params: { id: iri } }),
    discard: (iri) => {
      // If the user may not delete the asset, it stays in the workspace's storage list.
      api.client
        .call('deleteAsset', { params: { id: iri }, query: { force: 'true' } })
        .catch(() => undefined);
    },
  });
}

/** Marks the removed nodes as saved when all changes are. */
function markRemovalsSaved({ removals }: Editor, { state }: SavingManager): () => void {
  return watch(
    () => state.value.kind === 'saved',
    (isSaved) => {
      if (isSaved) {
        removals.markSaved();
      }
    },
  );
}

/** Wait for messages of other tabs, in milliseconds, so that their uploads are not interrupted. */
const OTHER_TABS_WAIT_MS = 2_000;

/** Resumes uploads that a reload has interrupted, if the browser still grants access to their files. */
function resumeUploads(imports: ImportsManager, { state }: SceneConnection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = () => state.value === 'open';
  const stop = when(isOpen, () => {
    timer = setTimeout(() => {
      imports.resumeInterrupted({ ask: false }).catch(() => undefined);
    }, OTHER_TABS_WAIT_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Reports to other users when this tab is in the background. */
function broadcastAway({ presence }: Collaboration): () => void {
  const abort = new AbortController();
  const updateAway = () => presence.setAway(document.hidden);
  updateAway();
  document.addEventListener('visibilitychange', updateAway, { signal: abort.signal });
  return () => abort.abort();
}

async function accessTo({ client }: Api, sceneId: string): Promise<'open' | AccessDenial> {
  try {
    await client.call('getComposition', { params: { id: sceneId } });
    return 'open';
  } catch (error) {
    const closed = error instanceof ApiError ? accessDenialOf(error) : null;
    if (closed === null) {
      throw error;
    }
    return closed;
  }
}

/** Restores tool state that this tab stored. The stored state of a tool that was not activated is kept. */
function restoreTools({ tools }: ToolHost, of: string): () => void {
  const kept = toolDefs
    .filter(({ isKept }: ToolDef) => isKept)
    .map(({ id }) => ({ id, key: `diorama.${id}.${of}` }));
  for (const { id, key } of kept) {
    const held = readFromTab(key);
    if (held !== null) {
      tools.fetch(id).then((tool) => tool.restore?.(held), reportError);
    }
  }
  return storeOnLeaving(() => {
    for (const { id, key } of kept) {
      const tool = tools.toolOf(id);
      if (tool) {
        storeInTab(key, tool.write?.());
      }
    }
  });
}

/** Asset that the scene references but may not use; reported like an asset that does not exist. */
class ForeignAssetError extends Error {
  readonly status = 404;
}

/**
 * Loads the assets of a scene. Assets of other workspaces are rejected even if this user may read them: other
 * users and visitors could not load them. They are drawn as missing.
 * @param account - iri of the scene's workspace
 */
export function createAssetPort({ client, live }: Pick<Api, 'client' | 'live'>, account: string): AssetPort {
  const isUsable = (asset: Asset) => asset.account === account || asset.account === LIBRARY;
  return {
    get: async (iri) => {
      const asset = await client.call('getAsset', { params: { id: iri } });
      if (!isUsable(asset)) {
        throw new ForeignAssetError(`${iri} belongs to another workspace`);
      }
      return asset;
    },
    subscribe: (listener) =>
      live.subscribe((message) => {
        // The stream sends the same body as GET.
        const asset = message.topic === 'asset' ? (message.event.state as Asset | null) : null;
        if (asset && isUsable(asset)) {
          listener(asset);
        }
      }),
  };
}
