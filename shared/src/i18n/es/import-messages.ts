import type { Translation } from '../catalogues.ts';
import { messages as workspace } from './import-messages/workspace.ts';

/** Spanish messages about imports. */
export const messages: Translation<'import-messages'> = {
  'output.memory':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos.',
  'output.memory-largest':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos. El mayor de sus archivos es {name}.',
  'output.time':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos.',
  'output.time-largest':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos. El mayor de sus archivos es {name}.',
  'output.crash': 'No se han podido combinar los archivos de esta escena.',
  'output.crash-largest':
    'No se han podido combinar los archivos de esta escena. El mayor de sus archivos es {name}.',
  'output.drawing': 'Esta escena es demasiado grande para dibujarla. Simplifica los modelos o quita algunos.',
  'output.drawing-largest':
    'Esta escena es demasiado grande para dibujarla. Simplifica los modelos o quita algunos. El mayor de sus archivos es {name}.',
  'output.file-unreadable': 'No se ha podido leer el archivo {name}.',

  'limit.memory':
    'Abrir el archivo requiere más memoria de la que hay. Reduce sus imágenes o divídelo en varios archivos.',
  'limit.time': 'Abrir el archivo tarda demasiado. Simplifica el modelo o divídelo en varios archivos.',
  'limit.memory-used':
    'Abrir el archivo requiere más de {limit} MB de memoria: {used} MB cuando se detuvo. Reduce sus imágenes o divídelo en varios archivos.',
  'limit.time-used':
    'Abrir el archivo requiere más de {limit} segundos de tiempo de procesador: {used} cuando se detuvo. Simplifica el modelo o divídelo en varios archivos.',
  'limit.too-large':
    'El archivo es demasiado grande para abrirlo: leerlo requiere más de 2 minutos o más memoria de la que hay. Simplifica el modelo, reduce sus imágenes o expórtalo como GLB.',
  'limit.unpacked-file': 'El archivo es demasiado grande una vez descomprimido.',
  'limit.unpacked-archive': 'El archivo comprimido es demasiado grande una vez descomprimido.',
  'limit.copies': 'El archivo repite sus partes más veces de las que se pueden dibujar.',
  'limit.nesting': 'El archivo tiene demasiados niveles.',

  'fault.converter':
    'El conversor ha fallado con este archivo. Expórtalo de nuevo o en otro formato, como GLB.',
  'fault.ours': 'El fallo es nuestro, no del archivo. Inténtalo de nuevo dentro de un rato.',

  'unreadable.picture': 'no se puede leer.',
  'unreadable.sky': 'su imagen no se puede leer.',
  'unreadable.font': 'sus letras no se pueden leer.',
  'unreadable.sound': 'el archivo está dañado o se desconoce su duración.',
  'sound.too-long': 'dura más de {minutes} minutos.',
  'sound.film': 'el archivo es un vídeo.',

  'format.unknown': 'El contenido del archivo no es de ningún formato que Diorama conozca.',
  'format.picture': 'El archivo es una imagen, no un modelo.',
  'format.model': 'El archivo es un modelo, no una imagen.',

  'archive.nested': 'El archivo comprimido contiene otro. Pon los archivos del modelo directamente en él.',
  'archive.no-model': 'El archivo comprimido no contiene ningún modelo que Diorama conozca.',
  'archive.too-many-files': 'El archivo comprimido contiene {count} archivos; el límite es {limit}.',
  'archive.outside': 'El archivo comprimido hace referencia a archivos que están fuera de él.',
  'archive.links': 'El archivo comprimido contiene enlaces, que no se siguen.',
  'archive.encrypted': 'El archivo comprimido está cifrado.',
  'archive.damaged': 'El archivo comprimido está dañado y no se puede abrir.',
  'archive.further-models': 'El archivo comprimido contiene más modelos, que se han dejado fuera: {names}.',

  '3mf.no-part': 'El archivo está dañado: no contiene ninguna pieza que imprimir.',
  '3mf.extensions-required':
    'El archivo necesita extensiones de 3MF que Diorama no conoce: {names}. Expórtalo como mallas simples.',
  '3mf.extension': 'La extensión de 3MF {name}, que Diorama no conoce',
  '3mf.blended-colors': 'Colores que se mezclan con imágenes',

  'files.missing-geometry': 'La geometría está en archivos que no se han subido: {names}.',
  'files.unreadable': '{name}',
  'files.several': 'Varios archivos se llaman {name}. Se ha tomado {path}.',
  'files.other-ending': '{name} no estaba. Se ha tomado {path} en su lugar.',

  'glb.empty': 'El archivo GLB termina antes de que empiece su contenido.',
  'glb.none': 'El archivo no es un GLB.',
  'glb.cut-off': 'El archivo GLB está cortado: es más corto de lo que indica.',
  'glb.part-cut-off': 'El archivo GLB está cortado: una parte es más corta de lo que indica.',
  'glb.no-description': 'El archivo GLB no empieza con su descripción.',

  'gltf.no-version':
    'El archivo no es de ninguna versión de glTF que Diorama conozca. Expórtalo como glTF 2.0.',
  'gltf.version': 'El archivo es glTF {version}. Expórtalo como glTF 2.0.',
  'gltf.description-too-large': 'La descripción de la escena es demasiado grande.',
  'gltf.description-too-deep': 'La descripción de la escena tiene demasiados niveles.',
  'gltf.description-damaged': 'La descripción de la escena está dañada.',
  'gltf.none': 'El archivo es JSON, pero no glTF.',
  'gltf.no-mesh': 'El archivo no contiene nada que dibujar: ninguna malla con vértices.',
  'gltf.extensions-required': 'El archivo necesita extensiones de glTF que Diorama no conoce: {names}.',
  'gltf.invalid': 'El archivo incumple las reglas de glTF de un modo que no se puede arreglar ({codes}).',
  'gltf.too-many': 'El archivo tiene {count} elementos de «{name}»; el límite es {limit}.',
  'gltf.too-much-geometry': 'El archivo describe {size} MB de geometría; el límite son {limit} MB.',
  'gltf.too-deep': 'Los nodos tienen más de {limit} niveles.',
  'gltf.not-a-list': 'El archivo está dañado. Sus «{name}» no son una lista.',
  'gltf.buffer-view-outside':
    'El archivo está dañado. La parte {index} de sus datos queda fuera de su búfer.',
  'gltf.accessor-form': 'El archivo está dañado. El accesor {index} no tiene ninguna forma conocida.',
  'gltf.accessor-missing-data': 'El archivo está dañado. El accesor {index} remite a datos que no existen.',
  'gltf.accessor-too-long':
    'El archivo está dañado. El accesor {index} cuenta {count} elementos, más de los que hay en sus datos.',
  'gltf.accessor-sparse':
    'El archivo está dañado. El accesor {index} sustituye más elementos de los que tiene.',
  'gltf.missing-child': 'El archivo está dañado. El nodo {index} tiene un hijo que no existe.',
  'gltf.several-parents':
    'El archivo está dañado. El nodo {index} tiene varios padres, o es su propio padre.',
  'gltf.circle': 'El archivo está dañado. Sus nodos se contienen unos a otros en círculo.',
  'gltf.compressed-data': 'El archivo está dañado. Sus datos comprimidos no tienen ninguna forma conocida.',
  'gltf.parts-do-not-fit': 'El archivo está dañado: sus partes no encajan.',
  'gltf.extension-unknown': 'La extensión {name}, que Diorama no conoce',
  'gltf.extension-unreadable': 'La extensión {name}, que no se puede leer',
  'gltf.variant': 'Los materiales de la variante {name}',
  'gltf.specular-glossiness': 'Materiales especular-brillo convertidos a metálico-rugosidad',
  'gltf.further-scene': 'Otra escena: de un archivo solo se importa la escena predeterminada',
  'gltf.further-scene-named': 'La escena {name}: de un archivo solo se importa la escena predeterminada',
  'gltf.ktx-converted': '{count} texturas KTX2 convertidas a WebP',
  'gltf.ktx-unreadable': '{name}: su imagen KTX2 no se puede leer',
  'gltf.ktx-unreadable-unnamed': 'Una textura: su imagen KTX2 no se puede leer',
  'gltf.ktx-cube': '{name}: su imagen KTX2 es la de un cubo',
  'gltf.ktx-cube-unnamed': 'Una textura: su imagen KTX2 es la de un cubo',
  'gltf.ktx-several': '{name}: su archivo KTX2 contiene varias imágenes',
  'gltf.ktx-several-unnamed': 'Una textura: su archivo KTX2 contiene varias imágenes',

  'damaged.nothing-to-draw': 'El archivo no contiene nada que dibujar: ni caras, ni líneas, ni puntos.',
  'damaged.format': 'El archivo está dañado, o no es un archivo {format} que se pueda leer.',
  'damaged.too-deep': 'El archivo está dañado: sus partes están anidadas a demasiada profundidad.',
  'damaged.ends-early': 'El archivo está dañado: termina antes de tiempo.',
  'damaged.missing-corners': 'El archivo está dañado: sus caras hacen referencia a vértices que no existen.',
  'damaged.wrong-corners':
    'El archivo está dañado: sus caras hacen referencia a vértices que no existen o que no son números.',
  'damaged.holds-itself': 'El archivo está dañado: una de sus partes se contiene a sí misma.',
  'damaged.xml': 'El archivo está dañado: termina demasiado pronto o sus etiquetas no encajan.',
  'damaged.xml-entities': 'El archivo declara entidades propias, que no se leen. Expórtalo de nuevo.',
  'damaged.ends-before-content': 'El archivo está dañado: termina antes de todo lo que declara contener.',
  'damaged.head-ends-early': 'El archivo está dañado: su cabecera termina demasiado pronto.',
  'damaged.claims-too-much': 'El archivo está dañado: declara más contenido del que tiene.',

  'fbx.no-version': 'El archivo es de texto, pero no es FBX: no indica su versión.',
  'fbx.list-cut-off': 'El archivo está cortado: una lista de números no termina.',
  'fbx.cut-off': 'El archivo empieza como un FBX, pero está cortado o dañado.',
  'fbx.nothing-follows': 'El archivo empieza como un FBX, pero está dañado: no sigue nada.',
  'fbx.only-nurbs':
    'El archivo solo contiene superficies NURBS. Conviértelas en polígonos y expórtalo de nuevo.',
  'fbx.only-bones': 'El archivo solo contiene huesos y su animación. Expórtalo junto con la malla.',
  'fbx.no-objects': 'El archivo está dañado o vacío: no describe ningún objeto.',
  'fbx.too-old':
    'El archivo es FBX {version}, una versión demasiado antigua. El programa gratuito FBX Converter, de Autodesk, lo convierte a FBX 2013, que sí se puede leer.',
  'fbx.property-animations': '{count} animaciones de propiedades que no se leen',
  'fbx.animation-layers': '{count} animaciones de capas superpuestas a otras',
  'fbx.unnamed-pictures': '{count} imágenes sin nombre',
  'fbx.missing-bones': '{count} huesos de esqueletos, que faltan',
  'fbx.curves': '{count} curvas, que no se importan',
  'fbx.loose-edges': 'Aristas sin caras, que no se importan',
  'fbx.levels-of-detail': '{count} partes de niveles de detalle inferiores',

  'usd.instance-movements': 'Movimientos de elementos que se repiten muchas veces',
  'usd.first-tile': 'Todas las teselas de las imágenes salvo la primera',
  'usd.unread-shader': 'El material {name}, cuyo sombreador no se puede leer',
  'usd.curves': 'Curvas, que no se leen en este formato',
  'usd.curved-surfaces': 'Superficies curvas, que no se leen en este formato',
  'usd.points': 'Puntos, que no se leen en este formato',
  'usd.volumes': 'Volúmenes, que no se pueden mostrar',
  'usd.dome-light': 'Luz del entorno, que no se importa',

  '3ds.smoothing': 'Grupos de suavizado y materiales de las caras, que no se pueden leer',
  'lost.materials-and-pictures': 'Materiales e imágenes, que no se pueden leer',
  'lost.cameras-and-lights': 'Cámaras y luces, que no se pueden leer',

  'lost.hidden-parts': '{count} partes ocultas',
  'lost.animations': 'Animaciones, que no se pueden leer',
  'lost.curves': 'Curvas, que no se pueden leer',
  'lost.skins-and-morph-targets': 'Esqueletos y formas de deformación, que no se pueden leer',
  'lost.morph-targets': 'Formas de deformación, que no se leen en este formato',
  'lost.all-morph-targets': 'Las {count} formas de deformación',
  'lost.height-maps': 'Mapas de relieve, que no se pueden mostrar',
  'lost.transparency-maps':
    'Mapas de transparencia colocados de forma distinta que los colores de su material',
  'lost.highlight-pictures':
    'Imágenes de brillos, de lustre y de barniz de los materiales, que no se pueden mostrar',
  'lost.property-pictures': 'Imágenes de propiedades que glTF no tiene, del material {name}',
  'lost.material-pictures': 'Imágenes del material {name}, que faltan o no se pueden leer',
  'lost.material-pictures-unnamed': 'Imágenes de un material sin nombre, que faltan o no se pueden leer',
  'lost.unshown-picture': 'La imagen {name}, que ningún material muestra',
  'lost.textures': '{count} texturas que no se pueden leer',
  'lost.some-materials': '{lost} de {count} materiales',
  'lost.some-pictures': '{lost} de {count} imágenes',
  'lost.some-animations': '{lost} de {count} animaciones',
  'lost.some-triangles': '{lost} de {count} triángulos',
  'lost.broken-faces':
    'Algunas caras tienen menos de tres vértices, hacen referencia a alguno que no existe o están cortadas, y se han dejado fuera.',
  'lost.faces': 'Algunas caras hacen referencia a vértices que no existen, y se han dejado fuera.',
  'lost.cut-off-triangles':
    'El archivo termina antes de todos los triángulos que declara; los que hay se han importado.',

  'changed.offset':
    'El modelo estaba en coordenadas de mapa y se ha movido al origen. Su desplazamiento es {x}, {y}, {z} metros.',
  'changed.converted': '{from} convertido a {to}',
  'changed.texture-sizes': '{count} texturas a 2048 píxeles como máximo',
  'changed.size': 'De {before} píxeles a {after}',
  'changed.instances': '{before} objetos dibujados como {after}',
  'changed.kept-as-it-came': 'Aligerarlo habría cambiado el modelo, así que se muestra tal como llegó.',
  'changed.four-joints': 'Los vértices siguen como máximo a cuatro articulaciones.',
  'changed.no-thumbnail': 'No se ha podido dibujar una imagen del modelo; se puede usar igualmente.',

  'repaired.scales': 'Las escalas de 0 se han cambiado por otras casi nulas.',
  'repaired.triangle': 'Se ha quitado un triángulo al que le faltan vértices.',
  'repaired.triangles': 'Se han quitado triángulos que hacían referencia a vértices posteriores al último.',
  'repaired.morph-shares': 'Se han quitado pesos de formas de deformación que no corresponden a ninguna.',
  'repaired.joint-attributes': 'Faltaban articulaciones o sus pesos, y se ha quitado lo demás.',
  'repaired.joints': 'Las articulaciones posteriores a la última se han cambiado por la primera.',
  'repaired.split-mesh': 'Una malla que se dobla en un sitio y está rígida en otro se ha convertido en dos.',
  'repaired.skins': 'Se han quitado esqueletos que no deforman nada.',
  'repaired.movements': 'Se han quitado movimientos que no corresponden a nada.',
  'repaired.flat-normal-map':
    'Se ha añadido un mapa de normales plano donde un material lo necesita para leerse.',
  'repaired.parts': 'Se han quitado partes sin posiciones.',
  'repaired.vertex-data': 'Se han quitado datos de vértices de longitud errónea.',
  'repaired.texture-coordinates': 'Faltaban coordenadas de textura que un material necesita.',
  'repaired.numbers': 'Los números no finitos se han sustituido por 0.',
  'repaired.normals': 'Las normales se han ajustado a longitud 1.',
  'repaired.tangents': 'Las tangentes se han ajustado a longitud 1.',
  'repaired.joint-weights': 'Los pesos de las articulaciones se han ajustado para que sumen 1.',
  'repaired.material-values': 'Los valores de los materiales que estaban fuera de rango se han ajustado.',
  'lost.cameras.one': '1 cámara, que no se importa',
  'lost.cameras.other': '{count} cámaras, que no se importan',
  'lost.lights.one': '1 luz, que no se importa',
  'lost.lights.other': '{count} luces, que no se importan',

  ...workspace,
};
