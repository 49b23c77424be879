// The start of a Yeoman generator that does nothing: what every generator costs.
import { createEnv } from 'yeoman-environment';
import Generator, { type BaseOptions } from 'yeoman-generator';

class EmptyGenerator extends Generator {
  constructor(args: string[], options: BaseOptions) {
    super(args, { ...options, skipGlobalConfig: true });
  }

  prompting(): void {
    // Yeoman refuses a generator without a task.
  }
}

const environment = createEnv();
environment.register(EmptyGenerator, { namespace: 'empty:app', resolved: import.meta.filename });
await environment.run(['empty:app']);
