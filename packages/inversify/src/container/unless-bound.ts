import type { BindToFluentSyntax, ContainerModuleLoadOptions, ServiceIdentifier } from 'inversify';

/** Binds what nobody has bound yet. */
export type BindUnlessBound = <TService>(
  token: ServiceIdentifier<TService>,
  to: (binding: BindToFluentSyntax<TService>) => void,
) => void;

export function unlessBound({ bind, isBound }: ContainerModuleLoadOptions): BindUnlessBound {
  return (token, to) => {
    if (!isBound(token)) to(bind(token));
  };
}
