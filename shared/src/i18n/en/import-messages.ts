import { messages as workspace } from './import-messages/workspace.ts';

/**
 * English messages about imports: reasons for a rejected file, and lines of a report. Workers store the key
 * with its parameters.
 */
export const messages = {
  'output.memory':
    'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them.',
  'output.memory-largest':
    'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them. The largest of its files is {name}.',
  'output.time':
    'The files of this scene take too long to combine. Simplify the models, or remove some of them.',
  'output.time-largest':
    'The files of this scene take too long to combine. Simplify the models, or remove some of them. The largest of its files is {name}.',
  'output.crash': 'The files of this scene could not be combined.',
  'output.crash-largest':
    'The files of this scene could not be combined. The largest of its files is {name}.',
  'output.drawing': 'This scene is too large to draw. Simplify the models, or remove some of them.',
  'output.drawing-largest':
    'This scene is too large to draw. Simplify the models, or remove some of them. The largest of its files is {name}.',
  'output.file-unreadable': 'The file {name} could not be read.',

  'limit.memory':
    'Opening the file takes more memory than there is. Make its pictures smaller, or split it into several files.',
  'limit.time': 'Opening the file takes too long. Simplify the model, or split it into several files.',
  'limit.memory-used':
    'Opening the file takes more than {limit} MB of memory: {used} MB when it was stopped. Make its pictures smaller, or split it into several files.',
  'limit.time-used':
    'Opening the file takes more than {limit} seconds of processor time: {used} when it was stopped. Simplify the model, or split it into several files.',
  'limit.too-large':
    'The file is too large to open: reading it takes more than 2 minutes, or more memory than there is. Simplify the model, make its pictures smaller, or export it as GLB.',
  'limit.unpacked-file': 'The file is too large when unpacked.',
  'limit.unpacked-archive': 'The archive is too large when unpacked.',
  'limit.copies': 'The file repeats its parts more often than can be drawn.',
  'limit.nesting': 'The file is nested too deeply.',

  'fault.converter': 'The converter failed at this file. Export it again, or in another format such as GLB.',
  'fault.ours': 'The fault is ours, not the file’s. Try again in a while.',

  'unreadable.picture': 'it cannot be read.',
  'unreadable.sky': 'its picture cannot be read.',
  'unreadable.font': 'its letters cannot be read.',
  'unreadable.sound': 'the file is damaged, or its length is unknown.',
  'sound.too-long': 'it is longer than {minutes} minutes.',
  'sound.film': 'the file is a video.',

  'format.unknown': 'The content of the file is of no format that Diorama knows.',
  'format.picture': 'The file is a picture, not a model.',
  'format.model': 'The file is a model, not a picture.',

  'archive.nested': 'The archive holds another archive. Put the model’s files in it directly.',
  'archive.no-model': 'The archive holds no model that Diorama knows.',
  'archive.too-many-files': 'The archive holds {count} files; {limit} are the limit.',
  'archive.outside': 'The archive names files outside of itself.',
  'archive.links': 'The archive holds links, which are not followed.',
  'archive.encrypted': 'The archive is encrypted.',
  'archive.damaged': 'The archive is damaged and cannot be unpacked.',
  'archive.further-models': 'The archive holds further models, which were left out: {names}.',

  '3mf.no-part': 'The archive is damaged: it holds no part to print.',
  '3mf.extensions-required':
    'The file needs extensions of 3MF that Diorama does not know: {names}. Export it as plain meshes.',
  '3mf.extension': 'The 3MF extension {name}, which Diorama does not know',
  '3mf.blended-colors': 'Colours that are blended with pictures',

  'files.missing-geometry': 'The geometry lies in files that were not uploaded: {names}.',
  'files.unreadable': '{name}',
  'files.several': 'Several files are called {name}. {path} was taken.',
  'files.other-ending': '{name} was not there. {path} was taken in its place.',

  'glb.empty': 'The GLB file ends before its content begins.',
  'glb.none': 'The file is not a GLB.',
  'glb.cut-off': 'The GLB file is cut off: it is shorter than it says.',
  'glb.part-cut-off': 'The GLB file is cut off: a part of it is shorter than it says.',
  'glb.no-description': 'The GLB file does not begin with its description.',

  'gltf.no-version': 'The file is of no version of glTF that Diorama knows. Export it as glTF 2.0.',
  'gltf.version': 'The file is glTF {version}. Export it as glTF 2.0.',
  'gltf.description-too-large': 'The description of the scene is too large.',
  'gltf.description-too-deep': 'The description of the scene is nested too deeply.',
  'gltf.description-damaged': 'The description of the scene is damaged.',
  'gltf.none': 'The file is JSON, but not glTF.',
  'gltf.no-mesh': 'The file holds nothing to draw: no mesh with vertices.',
  'gltf.extensions-required': 'The file needs glTF extensions that Diorama does not know: {names}.',
  'gltf.invalid': 'The file breaks the rules of glTF in a way that cannot be mended ({codes}).',
  'gltf.too-many': 'The file has {count} {name}; {limit} are the limit.',
  'gltf.too-much-geometry': 'The file describes {size} MB of geometry; {limit} MB are the limit.',
  'gltf.too-deep': 'The nodes are nested deeper than {limit} levels.',
  'gltf.not-a-list': 'The file is damaged. Its {name} are not a list.',
  'gltf.buffer-view-outside': 'The file is damaged. Part {index} of its data lies outside of its buffer.',
  'gltf.accessor-form': 'The file is damaged. Accessor {index} is of no known form.',
  'gltf.accessor-missing-data': 'The file is damaged. Accessor {index} refers to data that is not there.',
  'gltf.accessor-too-long':
    'The file is damaged. Accessor {index} counts {count} elements, more than its data holds.',
  'gltf.accessor-sparse': 'The file is damaged. Accessor {index} replaces more elements than it has.',
  'gltf.missing-child': 'The file is damaged. Node {index} has a child that is not there.',
  'gltf.several-parents': 'The file is damaged. Node {index} has several parents, or is its own.',
  'gltf.circle': 'The file is damaged. Its nodes contain each other in a circle.',
  'gltf.compressed-data': 'The file is damaged. Its compressed data is of no known form.',
  'gltf.parts-do-not-fit': 'The file is damaged: its parts do not fit together.',
  'gltf.extension-unknown': 'The extension {name}, which Diorama does not know',
  'gltf.extension-unreadable': 'The extension {name}, which cannot be read',
  'gltf.variant': 'The materials of the variant {name}',
  'gltf.specular-glossiness': 'Specular-glossiness materials to metallic-roughness',
  'gltf.further-scene': 'A further scene: only the default scene of a file is imported',
  'gltf.further-scene-named': 'The scene {name}: only the default scene of a file is imported',
  'gltf.ktx-converted': '{count} KTX2 textures to WebP',
  'gltf.ktx-unreadable': '{name}: its KTX2 picture cannot be read',
  'gltf.ktx-unreadable-unnamed': 'A texture: its KTX2 picture cannot be read',
  'gltf.ktx-cube': '{name}: its KTX2 picture is that of a cube',
  'gltf.ktx-cube-unnamed': 'A texture: its KTX2 picture is that of a cube',
  'gltf.ktx-several': '{name}: its KTX2 file holds several pictures',
  'gltf.ktx-several-unnamed': 'A texture: its KTX2 file holds several pictures',

  'damaged.nothing-to-draw': 'The file holds nothing to draw: no faces, lines or points.',
  'damaged.format': 'The file is damaged, or no {format} file that can be read.',
  'damaged.too-deep': 'The file is damaged: its parts lie too deep in one another.',
  'damaged.ends-early': 'The file is damaged: it ends too early.',
  'damaged.missing-corners': 'The file is damaged: its faces name corners that are not there.',
  'damaged.wrong-corners':
    'The file is damaged: its faces name corners that are not there, or are no numbers.',
  'damaged.holds-itself': 'The file is damaged: a part of it holds itself.',
  'damaged.xml': 'The file is damaged: it ends too early, or its marks do not fit together.',
  'damaged.xml-entities': 'The file declares entities of its own, which are not read. Export it again.',
  'damaged.ends-before-content': 'The file is damaged: it ends before all that it says to hold.',
  'damaged.head-ends-early': 'The file is damaged: its head ends too early.',
  'damaged.claims-too-much': 'The file is damaged: it says to hold more than it does.',

  'fbx.no-version': 'The file is text, but no FBX: it does not say its version.',
  'fbx.list-cut-off': 'The file is cut off: a list of numbers does not end.',
  'fbx.cut-off': 'The file begins as FBX does, but is cut off or damaged.',
  'fbx.nothing-follows': 'The file begins as FBX does, but is damaged: nothing follows.',
  'fbx.only-nurbs': 'The file holds only NURBS surfaces. Convert them to polygons, and export it again.',
  'fbx.only-bones': 'The file holds only bones and their animation. Export it together with the mesh.',
  'fbx.no-objects': 'The file is damaged or empty: it describes no objects.',
  'fbx.too-old':
    'The file is FBX {version}, which is too old. Autodesk’s free FBX Converter makes FBX 2013 of it, which is read.',
  'fbx.property-animations': '{count} animations of properties that are not read',
  'fbx.animation-layers': '{count} animations of layers that lie upon others',
  'fbx.unnamed-pictures': '{count} pictures without a name',
  'fbx.missing-bones': '{count} bones of skins, which are missing',
  'fbx.curves': '{count} curves, which are not imported',
  'fbx.loose-edges': 'Edges without faces, which are not imported',
  'fbx.levels-of-detail': '{count} parts of lower levels of detail',

  'usd.instance-movements': 'Movements of what is drawn many times',
  'usd.first-tile': 'All tiles of pictures but the first',
  'usd.unread-shader': 'The material {name}, whose shader is not read',
  'usd.curves': 'Curves, which are not read in this format',
  'usd.curved-surfaces': 'Curved surfaces, which are not read in this format',
  'usd.points': 'Points, which are not read in this format',
  'usd.volumes': 'Volumes, which cannot be shown',
  'usd.dome-light': 'Light of the surroundings, which is not imported',

  '3ds.smoothing': 'Smoothing groups and materials of faces, which cannot be read',
  'lost.materials-and-pictures': 'Materials and pictures, which cannot be read',
  'lost.cameras-and-lights': 'Cameras and lights, which cannot be read',

  'lost.hidden-parts': '{count} hidden parts',
  'lost.animations': 'Animations, which cannot be read',
  'lost.curves': 'Curves, which cannot be read',
  'lost.skins-and-morph-targets': 'Skins and morph targets, which cannot be read',
  'lost.morph-targets': 'Morph targets, which are not read in this format',
  'lost.all-morph-targets': 'All {count} morph targets',
  'lost.height-maps': 'Height maps, which cannot be shown',
  'lost.transparency-maps': 'Transparency maps that lie unlike the colours of their material',
  'lost.highlight-pictures':
    'Pictures of highlights, sheen and clear coat of materials, which cannot be shown',
  'lost.property-pictures': 'Pictures of properties that glTF does not have, of the material {name}',
  'lost.material-pictures': 'Pictures of the material {name}, which are missing or cannot be read',
  'lost.material-pictures-unnamed':
    'Pictures of a material without a name, which are missing or cannot be read',
  'lost.unshown-picture': 'The picture {name}, which no material shows',
  'lost.textures': '{count} textures that cannot be read',
  'lost.some-materials': '{lost} of {count} materials',
  'lost.some-pictures': '{lost} of {count} pictures',
  'lost.some-animations': '{lost} of {count} animations',
  'lost.some-triangles': '{lost} of {count} triangles',
  'lost.broken-faces':
    'Some faces have fewer than three corners, name some that are not there or are cut off, and are left out.',
  'lost.faces': 'Some faces name corners that are not there, and are left out.',
  'lost.cut-off-triangles':
    'The file ends before all the triangles that it says to hold; those that are there came in.',

  'changed.offset':
    'The model stood at map coordinates and was moved to the origin. Its offset is {x}, {y}, {z} metres.',
  'changed.converted': '{from} to {to}',
  'changed.texture-sizes': '{count} textures to at most 2048 pixels',
  'changed.size': 'From {before} pixels to {after}',
  'changed.instances': '{before} objects drawn as {after}',
  'changed.kept-as-it-came': 'Making it lighter would have changed the model, so it is shown as it came.',
  'changed.four-joints': 'Vertices follow at most four joints.',
  'changed.no-thumbnail': 'No picture could be drawn of the model; it can be used all the same.',

  'repaired.scales': 'Scales of 0 became next to nothing.',
  'repaired.triangle': 'A triangle that lacks corners was removed.',
  'repaired.triangles': 'Triangles that named vertices beyond the last one were removed.',
  'repaired.morph-shares': 'Shares of morph targets that fit none were removed.',
  'repaired.joint-attributes': 'Joints or their weights were missing, and the others were removed.',
  'repaired.joints': 'Joints beyond the last one became the first.',
  'repaired.split-mesh': 'A mesh that bends at one place and stands stiff at another became two.',
  'repaired.skins': 'Skins that bend nothing were removed.',
  'repaired.movements': 'Movements that fit nothing were removed.',
  'repaired.flat-normal-map': 'A flat normal map was added where a material needs one to be read.',
  'repaired.parts': 'Parts without positions were removed.',
  'repaired.vertex-data': 'Vertex data of the wrong length was removed.',
  'repaired.texture-coordinates': 'Texture coordinates that a material needs were missing.',
  'repaired.numbers': 'Numbers that are not finite were replaced by 0.',
  'repaired.normals': 'Normals were brought to length 1.',
  'repaired.tangents': 'Tangents were brought to length 1.',
  'repaired.joint-weights': 'Joint weights were made to add up.',
  'repaired.material-values': 'Values of materials that were out of range were brought into it.',
  'lost.cameras.one': '1 camera, which is not imported',
  'lost.cameras.other': '{count} cameras, which are not imported',
  'lost.lights.one': '1 light, which is not imported',
  'lost.lights.other': '{count} lights, which are not imported',

  ...workspace,
} as const;
