import type {
  Abilities,
  Collaboration,
  Commenting,
  Dragging,
  Feedback,
  SceneFiles,
  SelectionWriter,
  UserSettings,
  ViewedScene,
  ViewportState,
} from './parts.ts';
import type { ToolHost } from './tools/tool-root.ts';

/** All parts of the editor, for React components and for the list of actions. Everything else names the parts it uses. */
export interface EditorParts
  extends SelectionWriter,
    ViewedScene,
    Abilities,
    Collaboration,
    Commenting,
    Dragging,
    Feedback,
    SceneFiles,
    UserSettings,
    ViewportState,
    ToolHost {}
