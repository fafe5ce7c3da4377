// SPDX-License-Identifier: Apache-2.0
package io.howdah.examples.orders;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The shop over HTTP. How often somebody may order is said in application.properties. */
@RestController
class OrdersController {
    private final Orders orders;
    private final Revenue revenue;

    OrdersController(Orders orders, Revenue revenue) {
        this.orders = orders;
        this.revenue = revenue;
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody Order order) {
        orders.place(order);
        return order;
    }

    @GetMapping("/revenue/{customer}")
    long revenue(@PathVariable String customer) {
        return revenue.of(customer);
    }

    @ExceptionHandler(DuplicateKeyException.class)
    @ResponseStatus(HttpStatus.CONFLICT)
    void thereIsOneAlready() {}
}
