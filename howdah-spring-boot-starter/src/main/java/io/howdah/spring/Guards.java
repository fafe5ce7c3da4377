// SPDX-License-Identifier: Apache-2.0
package io.howdah.spring;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

/** Puts locks around methods, and rate limits around those: what is denied does not wait for a lock. */
final class Guards implements BeanPostProcessor, BeanFactoryAware, Ordered {
    private final Candidates candidates = new Candidates();
    private final LockedMethods locked;
    private final RateLimitedMethods limited;
    private final GuardProxies inner;
    private final GuardProxies outer;

    Guards(ConfigurableListableBeanFactory factory) {
        var beans = new Beans(factory);
        this.locked = new LockedMethods(beans);
        this.limited = new RateLimitedMethods(beans);
        this.inner = new GuardProxies(Locked.class, locked, candidates);
        this.outer = new GuardProxies(RateLimited.class, limited, candidates);
    }

    Candidates candidates() {
        return candidates;
    }

    LockedMethods locked() {
        return locked;
    }

    RateLimitedMethods limited() {
        return limited;
    }

    @Override
    public void setBeanFactory(BeanFactory factory) {
        inner.setBeanFactory(factory);
        outer.setBeanFactory(factory);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return outer.postProcessAfterInitialization(inner.postProcessAfterInitialization(bean, name), name);
    }

    /** Outside of whatever else is around a method, transactions too. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
