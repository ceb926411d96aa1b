import { useEditorSession } from '../../hooks/use-editor.tsx';
import type { ScreenPoint } from '../../managers/camera.ts';
import { dropPlacementAt } from '../../queries/placement.ts';
import { pictureSizeOf, placePictures } from '../import/import-pictures.ts';

/** Places an existing picture asset in the scene, at a point of the viewport. */
export function usePlacePicture(): (picture: { asset: string; name: string }, at: ScreenPoint) => void {
  const { editor, assets } = useEditorSession();
  return ({ asset, name }, at) => {
    const place = dropPlacementAt(editor, at);
    const measure = async () => {
      const address = await assets.addressOf(asset);
      const response = address && (await fetch(address.url));
      return pictureSizeOf(response ? await response.blob() : new Blob());
    };
    // Not awaited: errors are handled here.
    measure()
      // A picture that cannot be loaded is square, and reports its own error.
      .catch(() => pictureSizeOf(new Blob()))
      .then((size) => placePictures(editor, [{ name, size, asset }], place));
  };
}
