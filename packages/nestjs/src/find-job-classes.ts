import { ConfigurationInvalid } from '@scheduler/contracts';
import { metadataOf } from '@scheduler/core';
import type { DiscoveryService } from '@nestjs/core';

/** An instance of a class with decorators of jobs. */
export interface JobClassInstance {
  readonly jobClass: { readonly name: string };
  readonly instance: object;
}

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** The providers and controllers of all modules whose classes declare jobs or handle them. */
export function findJobClasses(
  discovery: Pick<DiscoveryService, 'getProviders' | 'getControllers'>,
): readonly JobClassInstance[] {
  const found = new Map<object, JobClassInstance>();
  for (const wrapper of [...discovery.getProviders(), ...discovery.getControllers()]) {
    const one = jobClassOf(wrapper);
    if (one !== null) found.set(one.instance, one);
  }
  return [...found.values()];
}

function jobClassOf(wrapper: Wrapper): JobClassInstance | null {
  const { metatype } = wrapper;
  const instance: unknown = wrapper.instance;
  if (typeof metatype === 'function' && declaresJobs(metatype) && isMadeForEachRequest(wrapper)) {
    throw new ConfigurationInvalid({
      field: metatype.name,
      value: undefined,
      problem: 'declares jobs, and is made anew for each request or injection',
      accepted: 'a provider of the default scope; load what belongs to a request inside the job',
    });
  }
  if (typeof instance !== 'object' || instance === null) return null;
  const jobClass: unknown = instance.constructor;
  return typeof jobClass === 'function' && declaresJobs(jobClass) ? { jobClass, instance } : null;
}

function isMadeForEachRequest(wrapper: Wrapper): boolean {
  return wrapper.isTransient || !wrapper.isDependencyTreeStatic();
}

function declaresJobs(jobClass: object): boolean {
  const { handles, works, scheduled } = metadataOf(jobClass);
  return handles !== null || works !== null || scheduled.length > 0;
}
