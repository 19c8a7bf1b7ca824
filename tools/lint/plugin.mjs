import { noFolderCycle } from './folder-cycles.mjs';
import { folderOrder } from './folder-order.mjs';

/** The rules of this workspace that no other plugin has. */
export const workspacePlugin = { rules: { 'folder-order': folderOrder, 'no-folder-cycle': noFolderCycle } };
