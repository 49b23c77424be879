import { type FileSystem, nodeFileSystem } from './file-system.ts';
import { nodeProcesses, type Processes } from './processes.ts';

/** The outside world; tests bring their own to fail or to die at any operation. */
export interface Environment {
  readonly files: FileSystem;
  readonly processes: Processes;
}

export const nodeEnvironment: Environment = { files: nodeFileSystem, processes: nodeProcesses };
