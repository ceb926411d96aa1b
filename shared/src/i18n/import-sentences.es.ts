/** Spanish import messages by the English ones; `{…}` stands for the variable parts. */
export const importSentencesEs = {
  // Reasons for rejecting a file.
  'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them.':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos.',
  'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them. The largest of its files is {name}.':
    'Los archivos de esta escena ocupan más de 2000 MB de memoria en conjunto. Reduce sus imágenes o quita algunos. El mayor de sus archivos es {name}.',
  'The files of this scene take too long to combine. Simplify the models, or remove some of them.':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos.',
  'The files of this scene take too long to combine. Simplify the models, or remove some of them. The largest of its files is {name}.':
    'Los archivos de esta escena tardan demasiado en combinarse. Simplifica los modelos o quita algunos. El mayor de sus archivos es {name}.',
  'The files of this scene could not be combined.': 'No se han podido combinar los archivos de esta escena.',
  'The files of this scene could not be combined. The largest of its files is {name}.':
    'No se han podido combinar los archivos de esta escena. El mayor de sus archivos es {name}.',
  'This scene is too large to draw. Simplify the models, or remove some of them.':
    'Esta escena es demasiado grande para dibujarla. Simplifica los modelos o quita algunos.',
  'This scene is too large to draw. Simplify the models, or remove some of them. The largest of its files is {name}.':
    'Esta escena es demasiado grande para dibujarla. Simplifica los modelos o quita algunos. El mayor de sus archivos es {name}.',
  'Opening the file takes more memory than there is. Make its pictures smaller, or split it into several files.':
    'Abrir el archivo requiere más memoria de la que hay. Reduce sus imágenes o divídelo en varios archivos.',
  'Opening the file takes too long. Simplify the model, or split it into several files.':
    'Abrir el archivo tarda demasiado. Simplifica el modelo o divídelo en varios archivos.',
  'The converter failed at this file. Export it again, or in another format such as GLB.':
    'El conversor ha fallado con este archivo. Expórtalo de nuevo o en otro formato, como GLB.',
  'Opening the file takes more than {limit} MB of memory: {used} MB when it was stopped. Make its pictures smaller, or split it into several files.':
    'Abrir el archivo requiere más de {limit} MB de memoria: {used} MB cuando se detuvo. Reduce sus imágenes o divídelo en varios archivos.',
  'Opening the file takes more than {limit} seconds of processor time: {used} when it was stopped. Simplify the model, or split it into several files.':
    'Abrir el archivo requiere más de {limit} segundos de tiempo de procesador: {used} cuando se detuvo. Simplifica el modelo o divídelo en varios archivos.',
  'The file is too large to open: reading it takes more than 2 minutes, or more memory than there is. Simplify the model, make its pictures smaller, or export it as GLB.':
    'El archivo es demasiado grande para abrirlo: leerlo requiere más de 2 minutos o más memoria de la que hay. Simplifica el modelo, reduce sus imágenes o expórtalo como GLB.',
  // Wording in reports of earlier releases.
  'The file is too much to be opened.': 'El archivo es demasiado grande para abrirlo.',
  'Reading the file took too much memory.': 'Leer el archivo ha requerido demasiada memoria.',
  'Reading the file took too long.': 'Leer el archivo ha tardado demasiado.',
  'Reading the file broke the converter.': 'Al leer el archivo ha fallado el conversor.',
  'The file could not be read.': 'El archivo no se ha podido leer.',
  'The file {name} could not be read.': 'No se ha podido leer el archivo {name}.',
  'Its files take too much memory together.': 'Sus archivos ocupan demasiada memoria en conjunto.',
  'Its files take too much memory together. The largest of its files is {name}.':
    'Sus archivos ocupan demasiada memoria en conjunto. El mayor de sus archivos es {name}.',
  'Its files take too long to be put together.': 'Sus archivos tardan demasiado en componerse.',
  'Its files take too long to be put together. The largest of its files is {name}.':
    'Sus archivos tardan demasiado en componerse. El mayor de sus archivos es {name}.',
  'Its files could not be put together.': 'No se han podido componer sus archivos.',
  'Its files could not be put together. The largest of its files is {name}.':
    'No se han podido componer sus archivos. El mayor de sus archivos es {name}.',
  'It is too much to be drawn.': 'Es demasiado para dibujarla.',
  'It is too much to be drawn. The largest of its files is {name}.':
    'Es demasiado para dibujarla. El mayor de sus archivos es {name}.',
  'Morph targets, which are not read in this format': 'Formas de deformación, que no se leen en este formato',
  'Colours that are blended with pictures': 'Colores que se mezclan con imágenes',
  'Curves, which are not read in this format': 'Curvas, que no se leen en este formato',
  'Curved surfaces, which are not read in this format': 'Superficies curvas, que no se leen en este formato',
  'Points, which are not read in this format': 'Puntos, que no se leen en este formato',
  'Volumes, which cannot be shown': 'Volúmenes, que no se pueden mostrar',
  'Movements of what is drawn many times': 'Movimientos de elementos que se repiten muchas veces',
  'The file is damaged: its parts lie too deep in one another.':
    'El archivo está dañado: sus partes están anidadas a demasiada profundidad.',
  'The file is damaged: it ends too early.': 'El archivo está dañado: termina antes de tiempo.',
  'The fault is ours, not the file’s. Try again in a while.':
    'El fallo es nuestro, no del archivo. Inténtalo de nuevo dentro de un rato.',
  'it cannot be read.': 'no se puede leer.',
  'its picture cannot be read.': 'su imagen no se puede leer.',
  'its letters cannot be read.': 'sus letras no se pueden leer.',
  'The content of the file is of no format that Diorama knows.':
    'El contenido del archivo no es de ningún formato que Diorama conozca.',
  'The file is a picture, not a model.': 'El archivo es una imagen, no un modelo.',
  'The file is a model, not a picture.': 'El archivo es un modelo, no una imagen.',
  'The archive holds another archive. Put the model’s files in it directly.':
    'El archivo comprimido contiene otro. Pon los archivos del modelo directamente en él.',
  'The archive holds no model that Diorama knows.':
    'El archivo comprimido no contiene ningún modelo que Diorama conozca.',
  'The archive holds {count} files; {limit} are the limit.':
    'El archivo comprimido contiene {count} archivos; el límite es {limit}.',
  'The archive names files outside of itself.':
    'El archivo comprimido hace referencia a archivos que están fuera de él.',
  'The archive holds links, which are not followed.':
    'El archivo comprimido contiene enlaces, que no se siguen.',
  'The archive is encrypted.': 'El archivo comprimido está cifrado.',
  'The file is too large when unpacked.': 'El archivo es demasiado grande una vez descomprimido.',
  'The archive is too large when unpacked.':
    'El archivo comprimido es demasiado grande una vez descomprimido.',
  'The archive is damaged and cannot be unpacked.': 'El archivo comprimido está dañado y no se puede abrir.',
  'The archive is damaged: it holds no part to print.':
    'El archivo está dañado: no contiene ninguna pieza que imprimir.',
  'The geometry lies in files that were not uploaded: {names}.':
    'La geometría está en archivos que no se han subido: {names}.',
  'The GLB file ends before its content begins.': 'El archivo GLB termina antes de que empiece su contenido.',
  'The file is not a GLB.': 'El archivo no es un GLB.',
  'The file is of no version of glTF that Diorama knows. Export it as glTF 2.0.':
    'El archivo no es de ninguna versión de glTF que Diorama conozca. Expórtalo como glTF 2.0.',
  'The file is glTF {version}. Export it as glTF 2.0.':
    'El archivo es glTF {version}. Expórtalo como glTF 2.0.',
  'The GLB file is cut off: it is shorter than it says.':
    'El archivo GLB está cortado: es más corto de lo que indica.',
  'The GLB file is cut off: a part of it is shorter than it says.':
    'El archivo GLB está cortado: una parte es más corta de lo que indica.',
  'The GLB file does not begin with its description.': 'El archivo GLB no empieza con su descripción.',
  'The description of the scene is too large.': 'La descripción de la escena es demasiado grande.',
  'The description of the scene is nested too deeply.':
    'La descripción de la escena tiene demasiados niveles.',
  'The description of the scene is damaged.': 'La descripción de la escena está dañada.',
  'The file is JSON, but not glTF.': 'El archivo es JSON, pero no glTF.',
  'The file holds nothing to draw: no mesh with vertices.':
    'El archivo no contiene nada que dibujar: ninguna malla con vértices.',
  'The file holds nothing to draw: no faces, lines or points.':
    'El archivo no contiene nada que dibujar: ni caras, ni líneas, ni puntos.',
  'The file needs glTF extensions that Diorama does not know: {names}.':
    'El archivo necesita extensiones de glTF que Diorama no conoce: {names}.',
  'The file breaks the rules of glTF in a way that cannot be mended ({codes}).':
    'El archivo incumple las reglas de glTF de un modo que no se puede arreglar ({codes}).',
  'The file has {count} {name}; {limit} are the limit.':
    'El archivo tiene {count} elementos de «{name}»; el límite es {limit}.',
  'The file describes {size} MB of geometry; {limit} MB are the limit.':
    'El archivo describe {size} MB de geometría; el límite son {limit} MB.',
  'The nodes are nested deeper than {limit} levels.': 'Los nodos tienen más de {limit} niveles.',
  'The file is damaged. Its {name} are not a list.': 'El archivo está dañado. Sus «{name}» no son una lista.',
  'The file is damaged. Part {index} of its data lies outside of its buffer.':
    'El archivo está dañado. La parte {index} de sus datos queda fuera de su búfer.',
  'The file is damaged. Accessor {index} is of no known form.':
    'El archivo está dañado. El accesor {index} no tiene ninguna forma conocida.',
  'The file is damaged. Accessor {index} refers to data that is not there.':
    'El archivo está dañado. El accesor {index} remite a datos que no existen.',
  'The file is damaged. Accessor {index} counts {count} elements, more than its data holds.':
    'El archivo está dañado. El accesor {index} cuenta {count} elementos, más de los que hay en sus datos.',
  'The file is damaged. Accessor {index} replaces more elements than it has.':
    'El archivo está dañado. El accesor {index} sustituye más elementos de los que tiene.',
  'The file is damaged. Node {index} has a child that is not there.':
    'El archivo está dañado. El nodo {index} tiene un hijo que no existe.',
  'The file is damaged. Node {index} has several parents, or is its own.':
    'El archivo está dañado. El nodo {index} tiene varios padres, o es su propio padre.',
  'The file is damaged. Its nodes contain each other in a circle.':
    'El archivo está dañado. Sus nodos se contienen unos a otros en círculo.',
  'The file is damaged. Its compressed data is of no known form.':
    'El archivo está dañado. Sus datos comprimidos no tienen ninguna forma conocida.',
  'The file is damaged: its parts do not fit together.': 'El archivo está dañado: sus partes no encajan.',
  'The file is damaged, or no {format} file that can be read.':
    'El archivo está dañado, o no es un archivo {format} que se pueda leer.',
  'The file is damaged: its faces name corners that are not there.':
    'El archivo está dañado: sus caras hacen referencia a vértices que no existen.',
  'The file is damaged: its faces name corners that are not there, or are no numbers.':
    'El archivo está dañado: sus caras hacen referencia a vértices que no existen o que no son números.',
  'The file is damaged: a part of it holds itself.':
    'El archivo está dañado: una de sus partes se contiene a sí misma.',
  'The file repeats its parts more often than can be drawn.':
    'El archivo repite sus partes más veces de las que se pueden dibujar.',
  'The file is damaged: it ends too early, or its marks do not fit together.':
    'El archivo está dañado: termina demasiado pronto o sus etiquetas no encajan.',
  'The file declares entities of its own, which are not read. Export it again.':
    'El archivo declara entidades propias, que no se leen. Expórtalo de nuevo.',
  'The file is damaged: it ends before all that it says to hold.':
    'El archivo está dañado: termina antes de todo lo que declara contener.',
  'The file is damaged: its head ends too early.':
    'El archivo está dañado: su cabecera termina demasiado pronto.',
  'The file is damaged: it says to hold more than it does.':
    'El archivo está dañado: declara más contenido del que tiene.',
  'The file is damaged, or no DAE file that can be read.':
    'El archivo está dañado, o no es un archivo DAE que se pueda leer.',
  'The file is text, but no FBX: it does not say its version.':
    'El archivo es de texto, pero no es FBX: no indica su versión.',
  'The file is nested too deeply.': 'El archivo tiene demasiados niveles.',
  'The file is cut off: a list of numbers does not end.':
    'El archivo está cortado: una lista de números no termina.',
  'The file begins as FBX does, but is cut off or damaged.':
    'El archivo empieza como un FBX, pero está cortado o dañado.',
  'The file begins as FBX does, but is damaged: nothing follows.':
    'El archivo empieza como un FBX, pero está dañado: no sigue nada.',
  'The file holds only NURBS surfaces. Convert them to polygons, and export it again.':
    'El archivo solo contiene superficies NURBS. Conviértelas en polígonos y expórtalo de nuevo.',
  'The file holds only bones and their animation. Export it together with the mesh.':
    'El archivo solo contiene huesos y su animación. Expórtalo junto con la malla.',
  'The file is damaged or empty: it describes no objects.':
    'El archivo está dañado o vacío: no describe ningún objeto.',
  'The file is FBX {version}, which is too old. Autodesk’s free FBX Converter makes FBX 2013 of it, which is read.':
    'El archivo es FBX {version}, una versión demasiado antigua. El programa gratuito FBX Converter, de Autodesk, lo convierte a FBX 2013, que sí se puede leer.',

  // Notes about an accepted file.
  'The archive holds further models, which were left out: {names}.':
    'El archivo comprimido contiene más modelos, que se han dejado fuera: {names}.',
  'Several files are called {name}. {path} was taken.':
    'Varios archivos se llaman {name}. Se ha tomado {path}.',
  '{name} was not there. {path} was taken in its place.':
    '{name} no estaba. Se ha tomado {path} en su lugar.',
  '{count} textures to at most 2048 pixels': '{count} texturas a 2048 píxeles como máximo',
  'From {width} × {height} pixels to {newWidth} × {newHeight}':
    'De {width} × {height} píxeles a {newWidth} × {newHeight}',
  '{count} textures that cannot be read': '{count} texturas que no se pueden leer',
  '{before} objects drawn as {after}': '{before} objetos dibujados como {after}',
  'Specular-glossiness materials to metallic-roughness':
    'Materiales especular-brillo convertidos a metálico-rugosidad',
  '{count} KTX2 textures to WebP': '{count} texturas KTX2 convertidas a WebP',
  'A texture: its KTX2 picture cannot be read': 'Una textura: su imagen KTX2 no se puede leer',
  '{name}: its KTX2 picture cannot be read': '{name}: su imagen KTX2 no se puede leer',
  'A texture: its KTX2 picture is that of a cube': 'Una textura: su imagen KTX2 es la de un cubo',
  '{name}: its KTX2 picture is that of a cube': '{name}: su imagen KTX2 es la de un cubo',
  'A texture: its KTX2 file holds several pictures': 'Una textura: su archivo KTX2 contiene varias imágenes',
  '{name}: its KTX2 file holds several pictures': '{name}: su archivo KTX2 contiene varias imágenes',
  'Some faces have fewer than three corners, name some that are not there or are cut off, and are left out.':
    'Algunas caras tienen menos de tres vértices, hacen referencia a alguno que no existe o están cortadas, y se han dejado fuera.',
  'Some faces name corners that are not there, and are left out.':
    'Algunas caras hacen referencia a vértices que no existen, y se han dejado fuera.',
  // Wording in reports of earlier releases.
  'The model stood too far away from the middle to be drawn well, and was moved there.':
    'El modelo estaba demasiado lejos del centro para dibujarse bien, y se ha movido allí.',
  'The model stood at map coordinates and was moved to the origin. Its offset is {x}, {y}, {z} metres.':
    'El modelo estaba en coordenadas de mapa y se ha movido al origen. Su desplazamiento es {x}, {y}, {z} metros.',
  'The file ends before all the triangles that it says to hold; those that are there came in.':
    'El archivo termina antes de todos los triángulos que declara; los que hay se han importado.',
  '{count} hidden parts': '{count} partes ocultas',
  'The materials of the variant {name}': 'Los materiales de la variante {name}',
  'Smoothing groups and materials of faces, which cannot be read':
    'Grupos de suavizado y materiales de las caras, que no se pueden leer',
  'Animations, which cannot be read': 'Animaciones, que no se pueden leer',
  'Cameras and lights, which cannot be read': 'Cámaras y luces, que no se pueden leer',
  'Height maps, which cannot be shown': 'Mapas de relieve, que no se pueden mostrar',
  'Transparency maps that lie unlike the colours of their material':
    'Mapas de transparencia colocados de forma distinta que los colores de su material',
  'Pictures of highlights, sheen and clear coat of materials, which cannot be shown':
    'Imágenes de brillos, de lustre y de barniz de los materiales, que no se pueden mostrar',
  'Pictures of properties that glTF does not have, of the material {name}':
    'Imágenes de propiedades que glTF no tiene, del material {name}',
  'Pictures of a material without a name, which are missing or cannot be read':
    'Imágenes de un material sin nombre, que faltan o no se pueden leer',
  'The material {name}, whose shader is not read': 'El material {name}, cuyo sombreador no se puede leer',
  'All tiles of pictures but the first': 'Todas las teselas de las imágenes salvo la primera',
  'Pictures of the material {name}, which are missing or cannot be read':
    'Imágenes del material {name}, que faltan o no se pueden leer',
  '{count} parts of lower levels of detail': '{count} partes de niveles de detalle inferiores',
  '{count} animations of layers that lie upon others': '{count} animaciones de capas superpuestas a otras',
  '{count} bones of skins, which are missing': '{count} huesos de esqueletos, que faltan',
  '{count} curves, which are not imported': '{count} curvas, que no se importan',
  'Edges without faces, which are not imported': 'Aristas sin caras, que no se importan',
  'Curves, which cannot be read': 'Curvas, que no se pueden leer',
  'Skins and morph targets, which cannot be read':
    'Esqueletos y formas de deformación, que no se pueden leer',
  'Materials and pictures, which cannot be read': 'Materiales e imágenes, que no se pueden leer',
  '{count} animations of properties that are not read': '{count} animaciones de propiedades que no se leen',
  '{count} layers of meshes without numbers': '{count} capas de mallas sin números',
  '{count} pictures without a name': '{count} imágenes sin nombre',
  '{lost} of {count} materials': '{lost} de {count} materiales',
  '{lost} of {count} pictures': '{lost} de {count} imágenes',
  '{lost} of {count} animations': '{lost} de {count} animaciones',
  '{lost} of {count} triangles': '{lost} de {count} triángulos',
  'All {count} morph targets': 'Las {count} formas de deformación',
  'The picture {name}, which no material shows': 'La imagen {name}, que ningún material muestra',
  '1 camera, which is not imported': '1 cámara, que no se importa',
  '{count} cameras, which are not imported': '{count} cámaras, que no se importan',
  '1 light, which is not imported': '1 luz, que no se importa',
  '{count} lights, which are not imported': '{count} luces, que no se importan',
  'Light of the surroundings, which is not imported': 'Luz del entorno, que no se importa',
  'A further scene: only the default scene of a file is imported':
    'Otra escena: de un archivo solo se importa la escena predeterminada',
  'The scene {name}: only the default scene of a file is imported':
    'La escena {name}: de un archivo solo se importa la escena predeterminada',
  'The 3MF extension {name}, which Diorama does not know':
    'La extensión de 3MF {name}, que Diorama no conoce',
  'The file needs extensions of 3MF that Diorama does not know: {names}. Export it as plain meshes.':
    'El archivo necesita extensiones de 3MF que Diorama no conoce: {names}. Expórtalo como mallas simples.',
  // Wording in reports of earlier releases.
  'The camera without a name, whose numbers make no sense':
    'La cámara sin nombre, cuyos valores no tienen sentido',
  'The camera {name}, whose numbers make no sense': 'La cámara {name}, cuyos valores no tienen sentido',
  'The light without a name, whose numbers make no sense':
    'La luz sin nombre, cuyos valores no tienen sentido',
  'The light {name}, whose numbers make no sense': 'La luz {name}, cuyos valores no tienen sentido',
  'The extension {name}, which cannot be read': 'La extensión {name}, que no se puede leer',
  'The extension {name}, which Diorama does not know': 'La extensión {name}, que Diorama no conoce',
  'Scales of 0 became next to nothing.': 'Las escalas de 0 se han cambiado por otras casi nulas.',
  'A triangle that lacks corners was removed.': 'Se ha quitado un triángulo al que le faltan vértices.',
  'Shares of morph targets that fit none were removed.':
    'Se han quitado pesos de formas de deformación que no corresponden a ninguna.',
  'Joints or their weights were missing, and the others were removed.':
    'Faltaban articulaciones o sus pesos, y se ha quitado lo demás.',
  'Joints beyond the last one became the first.':
    'Las articulaciones posteriores a la última se han cambiado por la primera.',
  'A mesh that bends at one place and stands stiff at another became two.':
    'Una malla que se dobla en un sitio y está rígida en otro se ha convertido en dos.',
  'Skins that bend nothing were removed.': 'Se han quitado esqueletos que no deforman nada.',
  'Movements that fit nothing were removed.': 'Se han quitado movimientos que no corresponden a nada.',
  'A flat normal map was added where a material needs one to be read.':
    'Se ha añadido un mapa de normales plano donde un material lo necesita para leerse.',
  'Parts without positions were removed.': 'Se han quitado partes sin posiciones.',
  'Vertex data of the wrong length was removed.': 'Se han quitado datos de vértices de longitud errónea.',
  'Texture coordinates that a material needs were missing.':
    'Faltaban coordenadas de textura que un material necesita.',
  'Numbers that are not finite were replaced by 0.': 'Los números no finitos se han sustituido por 0.',
  'Normals were brought to length 1.': 'Las normales se han ajustado a longitud 1.',
  'Tangents were brought to length 1.': 'Las tangentes se han ajustado a longitud 1.',
  'Joint weights were made to add up.': 'Los pesos de las articulaciones se han ajustado para que sumen 1.',
  'Triangles that named vertices beyond the last one were removed.':
    'Se han quitado triángulos que hacían referencia a vértices posteriores al último.',
  'Values of materials that were out of range were brought into it.':
    'Los valores de los materiales que estaban fuera de rango se han ajustado.',
  'Making it lighter would have changed the model, so it is shown as it came.':
    'Aligerarlo habría cambiado el modelo, así que se muestra tal como llegó.',
  'Vertices follow at most four joints.': 'Los vértices siguen como máximo a cuatro articulaciones.',
  '{format} to GLB': '{format} convertido a GLB',
  '{format} to WebP': '{format} convertido a WebP',
  '{format} to HDR': '{format} convertido a HDR',
  '{format} to TTF': '{format} convertido a TTF',
  '{format} to OTF': '{format} convertido a OTF',
} as const;
