// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Stands in for Redbelly's permission contract: who has completed KYC. Anyone may allow anyone.
contract Permission {
    mapping(address => bool) public isAllowed;

    event Allowed(address indexed account);

    function allow(address account) external {
        isAllowed[account] = true;
        emit Allowed(account);
    }
}
