import type { Translation } from '../../catalogues.ts';
/** Spanish texts of the AR session. */
export const messages: Translation<'viewer/xr'> = {
  'find.floor': 'Apunta con el móvil al suelo o a una mesa y muévelo despacio.',
  'find.wall': 'Apunta con el móvil a una pared y muévelo despacio.',
  'found.floor': 'Toca para colocarla.',
  'found.wall': 'Toca para colgarla.',
  'placed.free': 'Arrastra para moverla. Usa dos dedos para girarla y cambiar su tamaño.',
  'placed.trueSize': 'Arrastra para moverla y gírala con dos dedos. Se muestra a tamaño real.',
  'placed.wall': 'Arrastra para moverla. Se muestra a tamaño real.',
  turn: 'Girar',
  smaller: 'Más pequeña',
  larger: 'Más grande',
  trueSize: 'Tamaño real',
  again: 'Colocar de nuevo',
  leave: 'Salir',
};
